/** The ends of the demo that its user can correct, with one line each. */
import { RequestError } from '@payments-platform/client';

/** An error that stops the demo, with a one-line message. */
export class DemoStopped extends Error {}

/** The line for an error; undefined for a defect. */
export function stopMessage(error: unknown, url: string): string | undefined {
  if (error instanceof DemoStopped) return error.message;
  if (!(error instanceof RequestError)) return undefined;
  if (error.status === 401) return 'The token is not accepted.';
  if (error.code === 'NETWORK_ERROR') return `No server responds at ${new URL(url).origin}.`;
  return `The API returned an error: ${error.message}`;
}

interface Member {
  readonly __typename: string;
  readonly errorCode?: string;
  readonly message?: string;
}

/** The result as the member of its union that the demo expects. Any other stops the demo. */
export function expectType<Result extends Member, Name extends Result['__typename']>(
  result: Result,
  name: Name,
): Extract<Result, { readonly __typename: Name }> {
  if (result.__typename === name) return result as Extract<Result, { readonly __typename: Name }>;
  const { __typename, errorCode = __typename, message = '' } = result;
  throw new DemoStopped(`The API rejected the request: ${errorCode} ${message}`);
}
