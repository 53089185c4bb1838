/** The HTTP status of a request and the code of its first error. GraphQL responds with 200 also where there is an error. */
import { Text } from '@mantine/core';

/** The status of a request whose client did not wait, for example of a subscription that a page closes. */
const disconnected = 499;

export function RequestStatus({
  request: { status, errorCode },
}: {
  readonly request: { readonly status: number; readonly errorCode: string | null };
}) {
  if (status === disconnected) return `${status} Client disconnected`;
  const text = errorCode === null ? status : `${status} ${errorCode}`;
  return errorCode === null && status < 400 ? (
    text
  ) : (
    <Text component="span" inherit c="var(--mantine-color-error)">
      {text}
    </Text>
  );
}
