/**
 * The idempotency keys of tool calls.
 *
 * Decision: the key of a call without `idempotencyKey` is a digest of the tool and its arguments. It contains neither the
 * session nor the id of the JSON-RPC request: a model that got no response calls the tool again, often in another session and
 * always with another id, and must not pay twice. So a call that equals an earlier one, for as long as keys are retained (two
 * days), returns the action of the earlier one and says so. A deliberate second equal payment has an `idempotencyKey` of
 * its own. The wrong choice here would cost money; this one costs a model one more call.
 *
 * Decision: a given key is not combined with the arguments. The same key with other arguments is an error, as over REST.
 *
 * The scope of a key is the agent and the operation: see `once`.
 *
 * Source: docs/behaviour/mcp.md#idempotency.
 */
import { createHash } from 'node:crypto';
import { fingerprintOf } from '../../infrastructure/idempotency/once.ts';

/**
 * @param tool the name of the tool.
 * @param input the parsed arguments with their defaults.
 * @param given the argument `idempotencyKey`.
 */
export function idempotencyKeyOf(tool: string, input: unknown, given: string | undefined): string {
  const digest = createHash('sha256').update(tool).update('\n');
  return given === undefined
    ? `mcp:call:${digest.update(fingerprintOf(input)).digest('base64url')}`
    : `mcp:key:${digest.update(given).digest('base64url')}`;
}
