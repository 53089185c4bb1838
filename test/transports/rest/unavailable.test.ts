/** If the database becomes unavailable between an effect and its response, no error claims that nothing was changed. */
import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../../src/infrastructure/database/unavailable.ts';
import { OnceResult } from '../../../src/infrastructure/idempotency/once.ts';
import { formatError } from '../../../src/transports/graphql/format-error.ts';
import type { Call } from '../../../src/transports/rest/route.ts';
import { responseTextOf } from '../../../src/transports/rest/transport.ts';

const unavailable = () => new DatabaseUnavailable(new Error('unavailable'));

describe('over REST, a response whose body cannot be read', () => {
  const view = () => Promise.reject(unavailable());
  test.each([
    ['POST', true],
    ['GET', false],
  ] as const)('%s', async (method, outcomeUnknown) => {
    const route = { method, status: 201, view } as const;
    await expect(responseTextOf(route, new OnceResult({}), {} as Call)).rejects.toMatchObject({
      outcomeUnknown,
    });
  });
});

describe('over GraphQL, a field', () => {
  const errorAt = (path: string[]) =>
    formatError(new GraphQLError('unavailable', { originalError: unavailable(), path }), () => undefined);

  test('at the root reports that nothing was changed', () => {
    expect(errorAt(['transferOut']).message).toContain('Nothing was changed');
  });

  test('below the root does not deny the effect', () => {
    const error = errorAt(['transferOut', 'customer']);
    expect(error.message).toContain('The operation took effect');
    expect(error.extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  });
});
