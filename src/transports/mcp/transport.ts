/**
 * Serves the Model Context Protocol over Streamable HTTP at `/mcp`, for agents with their token.
 *
 * Decision: a page may call only from the origin of PUBLIC_URL or one in ALLOWED_ORIGINS. The `Host` header does not make an origin
 * the own one here: a page whose name was rebound to the address of this service has both.
 *
 * Source: docs/behaviour/mcp.md; Model Context Protocol, 2025-11-25, Transports.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { deleteSession } from '../../agents/mcp-sessions/mcp-session-store.ts';
import { openMcpSession } from '../../agents/mcp-sessions/open-mcp-session.ts';
import { Forbidden, RateLimited } from '../../kernel/errors.ts';
import type { Authenticator } from '../../platforms/access/authenticator.ts';
import type { AgentPrincipal } from '../../platforms/access/principal.ts';
import { createAddressQuota, createConnectionQuota } from '../graphql/connection-quota.ts';
import { applyFault } from '../http/faults.ts';
import { isRequestError, methodNotAllowed, thrownRequestError } from '../http/http-errors.ts';
import { type OriginPolicy, originNotAllowed } from '../http/origins.ts';
import type { Service } from '../service.ts';
import { createAdmission, type McpRequest, sessionOf } from './admission.ts';
import { createChangeFeed } from './change-feed.ts';
import { sendMcpError, sendWebResponse } from './http-response.ts';
import { type Messages, operationOf, readMessages } from './messages.ts';
import { loadSdk } from './sdk.ts';
import { createServer } from './server.ts';
import { createStreams } from './streams.ts';

export const mcpPath = '/mcp';

/** Waiting calls of one agent, on each process. */
const maxWaits = 20;
const allowedMethods = ['GET', 'POST', 'DELETE'];

export interface McpTransport {
  serve(req: IncomingMessage, res: ServerResponse, request: McpRequest): Promise<void>;
  /** The open streams. */
  readonly streams: number;
  /** Ends streams and waiting calls. */
  close(): void;
}

export function createMcpTransport(
  { config, ports: own, tail, requestFaults }: Pick<Service, 'config' | 'ports' | 'tail' | 'requestFaults'>,
  authenticator: Authenticator,
  origins: OriginPolicy,
  report: (defect: unknown) => void,
): McpTransport {
  const admission = createAdmission(authenticator, origins, config.trustedProxies);
  const changes = createChangeFeed(tail);
  const streams = createStreams(tail, own, authenticator, report);
  const quota = createConnectionQuota(config.limits.platformSubscriptions);
  const waits = createAddressQuota(maxWaits);
  /** Of the requests that are being served. */
  const serving = new Set<AbortController>();
  const thrown = (error: unknown) => thrownRequestError(error, config.limits.time, report);

  /** Lets the SDK respond to the request. */
  async function respond(
    req: IncomingMessage,
    res: ServerResponse,
    principal: AgentPrincipal,
    sessionId: string,
    request: McpRequest,
    messages: Messages | undefined,
  ): Promise<void> {
    const sdk = await loadSdk();
    const stopping = new AbortController();
    const server = createServer(sdk, {
      ...request,
      principal,
      sessionId,
      changes,
      takeWait: ({ agent }) => waits.take(agent.id),
      thrown,
      stopping: stopping.signal,
    });
    const isStream = messages?.all.some(({ hasProgressToken, tool }) => hasProgressToken || tool?.waits);
    const transport = new sdk.HttpTransport({ enableJsonResponse: !isStream });
    await server.connect(transport);
    serving.add(stopping);
    const remove = messages ? () => undefined : streams.add({ principal, sessionId, server });
    const disconnected = new Promise<undefined>((resolve) => res.once('close', () => resolve(undefined)));
    try {
      const received = new Request(`http://localhost${mcpPath}`, {
        method: req.method ?? 'GET',
        headers: sdkHeaders(req),
      });
      const handled = transport.handleRequest(received, messages && { parsedBody: messages.body });
      // A response as JSON never comes when the client has gone.
      const response = await Promise.race([handled, disconnected]);
      if (response) await sendWebResponse(res, response, sessionId);
    } finally {
      remove();
      serving.delete(stopping);
      await server.close();
    }
  }

  /** A stream of notifications to a session. */
  async function openStream(
    req: IncomingMessage,
    res: ServerResponse,
    agent: AgentPrincipal,
    request: McpRequest,
  ) {
    const sessionId = await sessionOf(req, agent, request.ports);
    if (isRequestError(sessionId)) return sendMcpError(res, sessionId);
    const slot = quota.take(agent);
    if (typeof slot === 'number') return sendMcpError(res, new RateLimited(60));
    try {
      await respond(req, res, agent, sessionId, request, undefined);
    } finally {
      slot();
    }
  }

  async function endSession(
    req: IncomingMessage,
    res: ServerResponse,
    agent: AgentPrincipal,
    { ports }: McpRequest,
  ) {
    const sessionId = await sessionOf(req, agent, ports);
    if (isRequestError(sessionId)) return sendMcpError(res, sessionId);
    await deleteSession(ports.db.orm, agent.agent.id, sessionId);
    streams.end(sessionId);
    res.writeHead(204).end();
  }

  async function receive(
    req: IncomingMessage,
    res: ServerResponse,
    caller: AgentPrincipal,
    request: McpRequest,
  ) {
    const { ports, record } = request;
    const since = ports.clock.real();
    const messages = await readMessages(req);
    if (messages === undefined) return undefined;
    if (isRequestError(messages)) return sendMcpError(res, messages);
    record.operation = operationOf(messages);
    record.requestBody = messages.body;
    const agent = await admission.admit(caller, since, ports);
    if (isRequestError(agent)) return sendMcpError(res, agent);
    const requests = messages.all.filter(({ isRequest }) => isRequest).length;
    const allowed = await admission.take(agent, Math.max(1, requests), ports);
    if (allowed !== true) return sendMcpError(res, allowed);

    const tools = messages.all.flatMap(({ tool }) => tool ?? []);
    record.writeOperation = tools.find(({ effect }) => effect !== 'read')?.operation;
    const operations = tools.map(({ operation }) => operation);
    const fault = operations.length > 0 ? await requestFaults(ports.db, agent, operations) : undefined;
    if (fault) await applyFault(res, fault);
    if (fault?.error)
      return sendMcpError(res, isRequestError(fault.error) ? fault.error : thrown(fault.error));

    const isInitialize = messages.all.length === 1 && messages.all[0]?.method === 'initialize';
    const session = isInitialize
      ? await openMcpSession(ports.db, agent, ports.clock.real(), config.limits.mcpSessions)
      : await sessionOf(req, agent, ports);
    if (isRequestError(session)) return sendMcpError(res, session);
    const sessionId = typeof session === 'string' ? session : session.id;
    return respond(req, res, agent, sessionId, request, messages);
  }

  return {
    async serve(req, res, request) {
      try {
        // An empty host is no origin, so only PUBLIC_URL and ALLOWED_ORIGINS count.
        if (origins.rejects({ ...req.headers, host: '' }))
          return sendMcpError(res, new Forbidden(originNotAllowed));
        const method = req.method ?? '';
        request.record.operation = allowedMethods.includes(method) ? `${method} ${mcpPath}` : mcpPath;
        const agent = await admission.agentOf(req, request);
        if (isRequestError(agent)) return sendMcpError(res, agent);
        if (method === 'POST') return await receive(req, res, agent, request);
        if (!allowedMethods.includes(method)) {
          return sendMcpError(res, methodNotAllowed(allowedMethods), { Allow: allowedMethods.join(', ') });
        }
        const allowed = await admission.take(agent, 1, request.ports);
        if (allowed !== true) return sendMcpError(res, allowed);
        await (method === 'GET' ? openStream : endSession)(req, res, agent, request);
      } catch (error) {
        if (res.headersSent) throw error;
        sendMcpError(res, thrown(error));
      }
    },
    get streams() {
      return streams.size;
    },
    close() {
      for (const stopping of serving) stopping.abort();
      streams.close();
      changes.close();
    },
  };
}

/** The headers that the SDK reads. */
const sdkHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    ['accept', 'content-type', 'mcp-protocol-version', 'last-event-id'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
