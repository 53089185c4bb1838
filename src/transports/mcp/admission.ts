/** Whether a request to `/mcp` is served: its agent, its session and its number of messages. Source: docs/behaviour/mcp.md#transport. */
import type { IncomingMessage } from 'node:http';
import { useSession } from '../../agents/mcp-sessions/mcp-session-store.ts';
import type { RequestRecord } from '../../infrastructure/observability/request-record.ts';
import { Forbidden, type RateLimited, Unauthorized } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Authenticator } from '../../platforms/access/authenticator.ts';
import { agentPaused, PolicyViolation } from '../../platforms/access/policy-violation.ts';
import { type AgentPrincipal, callerOf } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { HttpError, isRequestError, type RequestError } from '../http/http-errors.ts';
import type { OriginPolicy } from '../http/origins.ts';
import { createRequestAuthentication } from '../http/request-authentication.ts';

export interface McpRequest {
  readonly record: RequestRecord;
  readonly ports: Ports;
}

interface Admission {
  /** The agent. Its requests are not counted yet, because their number is in the body. */
  agentOf(req: IncomingMessage, request: McpRequest): Promise<AgentPrincipal | RequestError>;
  /** The agent after the body has arrived. It may have lost its access in the meantime. */
  admit(agent: AgentPrincipal, since: Date, ports: Ports): Promise<AgentPrincipal | RequestError>;
  /** Counts requests of the agent. */
  take(agent: AgentPrincipal, requests: number, ports: Ports): Promise<true | RateLimited>;
}

export function createAdmission(
  authenticator: Authenticator,
  origins: OriginPolicy,
  trustedProxies: number,
): Admission {
  const authenticate = createRequestAuthentication(authenticator, origins, trustedProxies);
  return {
    async agentOf(req, { ports, record }) {
      const principal = await authenticate(req, (partition) => {
        record.partition = partition;
        return ports.db;
      });
      if (principal === undefined) return new Unauthorized('Missing credentials');
      if (isRequestError(principal)) return principal;
      record.setCaller(callerOf(principal));
      if (principal.kind !== 'agent') return new Unauthorized('Invalid credentials');
      if (principal.agent.isPaused) return new PolicyViolation(agentPaused);
      if (principal.customerIsDeleted) {
        return new Forbidden("The agent's customer was deleted.", { code: 'USER_NOT_READY' });
      }
      return principal;
    },
    async admit(agent, since, ports) {
      const principal = await authenticator.admit(agent, since, ports.db);
      if (isRequestError(principal)) return principal;
      return principal.kind === 'agent' ? principal : new Unauthorized('Invalid credentials');
    },
    async take(agent, requests, ports) {
      for (let taken = 0; taken < requests; taken += 1) {
        const allowed = await authenticator.takeRequest(agent, ports.db);
        if (allowed !== true) return allowed;
      }
      return true;
    },
  };
}

const sessionMissing = () =>
  new HttpError(400, 'INVALID_INPUT', 'Send the header Mcp-Session-Id. A session starts with initialize.');
const sessionEnded = () =>
  new HttpError(404, 'NOT_FOUND', 'The session has ended. Start a new one with initialize.');

/** The id of the request's session, which is live. */
export async function sessionOf(
  { headers }: IncomingMessage,
  { agent }: AgentPrincipal,
  ports: Ports,
): Promise<string | HttpError> {
  const id = headers['mcp-session-id'];
  if (typeof id !== 'string') return sessionMissing();
  if (!isUuid(id)) return sessionEnded();
  const session = await useSession(ports.db.orm, agent.id, id.toLowerCase(), ports.clock.real());
  return session ? session.id : sessionEnded();
}
