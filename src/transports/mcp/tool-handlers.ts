/** The handlers of `tools/list` and `tools/call`. Source: docs/behaviour/mcp.md#tools. */

import type { RequestRecord } from '../../infrastructure/observability/request-record.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { callTool } from './call-tool.ts';
import type { Handling } from './server-context.ts';
import { readOwnAgent } from './tools/account-tools.ts';
import { describeTool } from './tools/describe-tool.ts';
import { findTool, toolsOf } from './tools/index.ts';

/** Ports whose changes are attributed to the operation, also when one request has several calls. */
const attributed = (ports: Ports, record: RequestRecord, operation: string): Ports => ({
  ...ports,
  db: ports.db.observed(
    record.onStatement,
    () => record.partition,
    () => {
      const { caller, id: requestId, address } = record;
      return caller && { actor: caller.actor, operation, requestId, address };
    },
  ),
});

interface Notifier {
  sendNotification(notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; message: string };
  }): Promise<void>;
}

/** Sends each message to the client that asked for progress with a token. */
function progressTo(token: string | number | undefined, { sendNotification }: Notifier) {
  let progress = 0;
  return (message: string): void => {
    if (token === undefined) return;
    progress += 1;
    const params = { progressToken: token, progress, message };
    // The client may have gone. The call goes on.
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

export function addToolHandlers(handling: Handling): void {
  const { sdk, server, ports, principal, record, now, guarded, reject, rejectWith } = handling;
  const isSandbox = principal.platform.mode === 'SANDBOX';

  server.setRequestHandler(sdk.types.ListToolsRequestSchema, () =>
    guarded(async () => {
      const agent = await readOwnAgent(handling);
      if (agent instanceof DomainError) return reject(agent);
      return { tools: toolsOf(principal).map((tool) => describeTool(tool, agent, now, isSandbox)) };
    }),
  );

  server.setRequestHandler(sdk.types.CallToolRequestSchema, ({ params }, extra) =>
    guarded(async () => {
      // A tool that the policy does not permit is called: its error says what to do.
      const tool = findTool(params.name);
      if (!tool) return rejectWith('This tool does not exist. List the tools again.');
      record.fields = [...(record.fields ?? []), tool.name];
      const call = {
        ports: tool.effect === 'read' ? ports : attributed(ports, record, tool.operation),
        principal,
        now,
        signal: AbortSignal.any([extra.signal, handling.stopping]),
        progress: progressTo(params._meta?.progressToken, extra),
        changes: handling.changes,
      };
      const runner = { call, takeWait: handling.takeWait, thrown: handling.thrown };
      return callTool(tool, params.arguments ?? {}, runner, (code) => record.setErrorCode(code));
    }),
  );
}
