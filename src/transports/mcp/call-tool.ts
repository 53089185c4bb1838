/** Runs one call of a tool. Every failure is a result that says what the model can do. Source: docs/behaviour/mcp.md#errors. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { IdempotencyKey } from '../../infrastructure/idempotency/once.ts';
import { DomainError, InvalidInput, RateLimited } from '../../kernel/errors.ts';
import { invalidInput } from '../../kernel/parse.ts';
import type { AgentPrincipal } from '../../platforms/access/principal.ts';
import { requirePermission } from '../../platforms/access/principal.ts';
import { isRequestError, type RequestError } from '../http/http-errors.ts';
import { adviceFor } from './advice.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { schemasOf } from './tools/describe-tool.ts';
import type { Tool, ToolCall } from './tools/tool.ts';
import { dataText } from './untrusted-text.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A misspelled argument of a payment is rejected, never ignored. */
function unknownArguments(tool: Tool, given: Arguments, isSandbox: boolean): InvalidInput | undefined {
  const { names } = schemasOf(tool, isSandbox);
  const unknown = Object.keys(given).filter((name) => !names.has(name));
  return unknown.length > 0
    ? new InvalidInput(
        unknown
          .slice(0, 20)
          .map((name) => ({ path: name.slice(0, 64), message: 'is not an argument of this tool' })),
      )
    : undefined;
}

interface ParsedCall {
  readonly input: unknown;
  readonly idempotencyKey: string;
}

function parseArguments(tool: Tool, given: Arguments, isSandbox: boolean): ParsedCall | InvalidInput {
  const unknown = unknownArguments(tool, given, isSandbox);
  if (unknown) return unknown;
  const { idempotencyKey: key, ...fields } = tool.takesKey ? given : { ...given, idempotencyKey: undefined };
  const parsedKey = IdempotencyKey.safeParse(key);
  if (!parsedKey.success) return InvalidInput.at('idempotencyKey', 'must be a text of 1 to 255 characters');
  const parsed: z.ZodSafeParseResult<unknown> = tool.input.safeParse(fields);
  if (!parsed.success) return invalidInput(parsed.error);
  return {
    input: parsed.data,
    idempotencyKey: idempotencyKeyOf(tool.name, parsed.data, parsedKey.data),
  };
}

interface ToolRunner {
  readonly call: Omit<ToolCall, 'idempotencyKey'>;
  /** Takes one of the agent's waiting calls, and returns a function that gives it back; or the maximum. */
  readonly takeWait: (principal: AgentPrincipal) => (() => void) | number;
  /** The error for what an operation threw. */
  readonly thrown: (error: unknown) => RequestError;
}

const retryAfterSeconds = 5;

async function run(tool: Tool, given: Arguments, { call, takeWait }: ToolRunner) {
  const permitted = requirePermission(call.principal, tool.permission);
  if (permitted !== true) return permitted;
  const parsed = parseArguments(tool, given, call.principal.platform.mode === 'SANDBOX');
  if (parsed instanceof DomainError) return parsed;
  const taken = tool.waits ? takeWait(call.principal) : () => undefined;
  if (typeof taken === 'number') return new RateLimited(retryAfterSeconds);
  try {
    return await tool.run({ ...call, idempotencyKey: parsed.idempotencyKey }, parsed.input as never);
  } finally {
    taken();
  }
}

/** @param onError is called with the code of a failure, for the log. */
export async function callTool(
  tool: Tool,
  given: Arguments,
  runner: ToolRunner,
  onError: (code: string) => void,
): Promise<CallToolResult> {
  const result = await run(tool, given, runner).catch(runner.thrown);
  if (isRequestError(result)) {
    onError(result.code);
    const { text, data } = adviceFor(result, runner.call.now);
    return { isError: true, content: [{ type: 'text', text }], _meta: { error: data } };
  }
  const { summary, content } = result;
  // What JSON omits is absent here, too: the client validates the content with the schema of the tool.
  const structuredContent = JSON.parse(JSON.stringify(content)) as Record<string, unknown>;
  return {
    content: [{ type: 'text', text: `${summary}\n\n${dataText(structuredContent)}` }],
    structuredContent,
  };
}
