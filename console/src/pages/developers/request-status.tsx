/** The HTTP status of a request and the code of its first error. GraphQL responds with 200 also where there is an error. */
import { Text } from '@mantine/core';

export function RequestStatus({
  request: { status, errorCode },
}: {
  readonly request: { readonly status: number; readonly errorCode: string | null };
}) {
  const text = errorCode === null ? status : `${status} ${errorCode}`;
  const isFailed = errorCode !== null || status >= 400;
  return isFailed ? (
    <Text component="span" inherit c="var(--mantine-color-error)">
      {text}
    </Text>
  ) : (
    text
  );
}
