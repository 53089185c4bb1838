/** What the close codes of the server mean: docs/guides/subscriptions.md#over-websocket. */
import { RequestError } from '../errors.ts';

/** 4401: not valid, revoked or deleted. 4403: expired. */
const credentialCodes: ReadonlySet<number> = new Set([4401, 4403]);

/** The same messages would close the next socket too: broken protocol, too large, wrong subprotocol. */
const finalCodes: ReadonlySet<number> = new Set([
  1002, 1003, 1007, 1009, 1010, 4004, 4005, 4400, 4406, 4409, 4429,
]);

export function closeError(closeCode: number, reason: string): RequestError {
  const isOfCredential = credentialCodes.has(closeCode);
  return new RequestError(
    isOfCredential ? 'UNAUTHORIZED' : 'SOCKET_CLOSED',
    `The socket closed with ${closeCode}${reason && `: ${reason}`}.`,
    {
      retryable: !isOfCredential && !finalCodes.has(closeCode),
      status: isOfCredential ? 401 : undefined,
      details: { closeCode, reason },
    },
  );
}
