/** The first request for the session. It starts before the modules that use its response are loaded. */

let first: Promise<Response> | undefined;

export const requestSession = (): Promise<Response> =>
  fetch('/session', { credentials: 'same-origin', cache: 'no-store' });

/** @param onSession runs when there is a session. */
export function startFirstSession(onSession: () => void): void {
  first = requestSession();
  // The error is handled where the response is taken.
  first.then(({ ok }) => ok && onSession()).catch(() => undefined);
}

/** The response that is on its way, for its first reader; then a new request. */
export function takeSession(): Promise<Response> {
  const response = first ?? requestSession();
  first = undefined;
  return response;
}
