/** Verifies a delivery and parses its event. Source: docs/behaviour/webhooks.md#signature. */
import { parseEvent } from './event.ts';
import type { WebhookEvent } from './generated/events.ts';
import {
  isSignedBy,
  parseSignature,
  pointsOf,
  type SignatureProblem,
  type WebhookKeys,
} from './signature.ts';

/**
 * | Reason | Meaning |
 * |---|---|
 * | `SIGNATURE_MISSING` | there is no header `X-Service-Signature` |
 * | `SIGNATURE_MALFORMED` | the header is not `{"v":"1","s":"<base64>"}` with a signature in DER |
 * | `SIGNATURE_VERSION_UNKNOWN` | the header has another `v` than 1 |
 * | `SIGNATURE_WRONG` | none of the keys signed these bytes |
 * | `BODY_MALFORMED` | signed, and no event |
 * | `OUTSIDE_TOLERANCE` | signed, and `timestamp` is further than `toleranceSeconds` from `now` |
 */
export type VerificationProblem =
  | SignatureProblem
  | 'SIGNATURE_WRONG'
  | 'BODY_MALFORMED'
  | 'OUTSIDE_TOLERANCE';

export type Verification =
  | { readonly verified: true; readonly event: WebhookEvent }
  | { readonly verified: false; readonly reason: VerificationProblem };

export interface VerifyOptions {
  /**
   * The maximum distance of `timestamp` from `now`, in seconds. Default: none. `timestamp` is the time of the event, on the
   * clock of the platform: a retry comes up to 7 days later, and a sandbox can advance its clock. Against repeated
   * deliveries use an event store, not the time.
   */
  readonly toleranceSeconds?: number | undefined;
  /** Default: the system's clock. */
  readonly now?: (() => Date) | undefined;
}

/**
 * @param rawBody the bytes as they were received, or their text; never JSON that was parsed and printed again.
 * @param header the value of `X-Service-Signature`.
 * @param keys `webhookPublicKeys` of the platform. While a key is rotated there are two, and either is accepted. Every key
 *   is tried, so that the duration does not depend on the key that matches.
 * @throws TypeError for invalid `keys` or `toleranceSeconds`. A delivery never causes an error.
 */
export async function verifyWebhook(
  rawBody: Uint8Array | ArrayBuffer | string,
  header: string | null | undefined,
  keys: WebhookKeys,
  { toleranceSeconds, now = () => new Date() }: VerifyOptions = {},
): Promise<Verification> {
  checkTolerance(toleranceSeconds);
  const points = pointsOf(keys);
  const signature = parseSignature(header);
  if (typeof signature === 'string') return rejected(signature);

  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : new Uint8Array(rawBody);
  const matches = await Promise.all(points.map((point) => isSignedBy(point, signature, body)));
  if (!matches.includes(true)) return rejected('SIGNATURE_WRONG');

  const event = parseEvent(body);
  if (!event) return rejected('BODY_MALFORMED');
  const distanceMs = Math.abs(now().getTime() - Date.parse(event.timestamp));
  // The comparison is false for an invalid `now`.
  const isRecent = toleranceSeconds === undefined || distanceMs <= toleranceSeconds * 1000;
  return isRecent ? { verified: true, event } : rejected('OUTSIDE_TOLERANCE');
}

const rejected = (reason: VerificationProblem): Verification => ({ verified: false, reason });

export function checkTolerance(toleranceSeconds: number | undefined): void {
  if (toleranceSeconds === undefined || toleranceSeconds >= 0) return;
  throw new TypeError('toleranceSeconds must be 0 or more.');
}
