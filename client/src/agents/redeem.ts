/** Connects the software of an agent. */
import { RedeemDeviceCodeDocument } from '../operations/generated/documents.ts';
import type { RedeemDeviceCodeMutation } from '../operations/generated/types.ts';
import type { AgentClient } from './executor.ts';

type Result = RedeemDeviceCodeMutation['redeemDeviceCode'];
type Connected = Extract<Result, { __typename: 'AgentConnected' }>;

export type Redemption =
  /** `accessToken` is the token of the agent. It does not expire, and is returned this once: store it before anything else. */
  | { readonly connected: true; readonly accessToken: string; readonly agent: Connected['agent'] }
  /** The code is unknown, expired, superseded or already redeemed. */
  | { readonly connected: false; readonly error: Exclude<Result, Connected> };

/**
 * Redeems a device code, once.
 *
 * @param client one without a credential: `createClient({ url })`.
 * @param code `SVC-AGENT-XXXX-XXXX`, in either case.
 * @throws RequestError without a response. Then the code may be redeemed, and its token lost: the platform reads
 *   `deviceCodeStatus`, and creates another agent.
 */
export async function redeemDeviceCode(client: AgentClient, code: string): Promise<Redemption> {
  const { redeemDeviceCode: result } = await client.execute(RedeemDeviceCodeDocument, { code });
  if (result.__typename !== 'AgentConnected') return { connected: false, error: result };
  return { connected: true, accessToken: result.accessToken, agent: result.agent };
}
