/**
 * Whatever is sent to any field of the schema, as it is today, is accepted or rejected: never a defect, never without
 * the wrong field's name, never with a piece of what was sent.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf, documentWith, rootFields, sendQuery } from '../support/graphql-client.ts';
import { argumentsOf, type KnownIds, secretMark } from '../support/hostile-inputs.ts';
import { aBankAccount, aPayer } from '../support/parties.ts';
import { basic, errorsInto, type Service, startService, type TestPlatform } from '../support/service.ts';

const runs = Number(process.env['HOSTILE_RUNS'] ?? 15);

let service: Service;
let caller: TestPlatform;
const known = new Map<string, string[]>();
const defects: string[] = [];

beforeAll(async () => {
  service = await startService({
    server: true,
    logTo: errorsInto(defects),
  });
  // The service's own platform is "another tenant" to the caller.
  caller = await service.addPlatform();
  for (const authorization of [basic(service.platform.token), basic(caller.token)]) {
    const payer = await aPayer(service, 100_000, authorization);
    const bank = await aBankAccount(service, payer.customerId, '900', authorization);
    for (const id of [payer.customerId, payer.accountId, bank]) {
      const type = id.slice(0, id.indexOf(':'));
      known.set(type, [...(known.get(type) ?? []), id]);
    }
  }
});
afterAll(() => service.stop());

interface Told {
  readonly __typename?: string;
  readonly errorCode?: string;
  readonly httpStatus?: number;
  readonly fields?: readonly { path: string; message: string }[];
}

/** What a rejection must and must not say, in the union or at the top. */
function expectClear(response: Awaited<ReturnType<typeof sendQuery>>, name: string): void {
  expect(response.status).toBeLessThan(500);
  expect(response.text).not.toContain('INTERNAL_ERROR');
  const { data, errors = [] } = response.body as {
    data?: Record<string, Told>;
    errors?: { message: string; extensions: Record<string, unknown> }[];
  };
  for (const { message, extensions } of errors) {
    expect(message).not.toContain(secretMark);
    expect(JSON.stringify(extensions)).not.toContain(secretMark);
    expect(extensions['code']).toMatch(
      /^(INVALID_|FORBIDDEN$|PAYLOAD_TOO_LARGE$|RATE_LIMITED$|[A-Z]+_LIMIT_EXCEEDED$)/,
    );
    if (extensions['code'] === 'INVALID_INPUT') expect(extensions['fields']).not.toEqual([]);
  }
  const told = data?.[name];
  if (told?.__typename?.endsWith('Error')) {
    expect(JSON.stringify(told)).not.toContain(secretMark);
    if (told.__typename === 'InvalidInputError') {
      // Of the others, some say what is missing elsewhere, for example a webhook endpoint.
      if (told.errorCode === 'INVALID_INPUT') expect(told.fields?.length).toBeGreaterThan(0);
      for (const { path, message } of told.fields ?? []) {
        expect(path).not.toBe('');
        expect(message).not.toBe('');
      }
    }
  }
}

const unknownIds: KnownIds = known;

describe.each(rootFields('query', 'mutation').map((root) => [root.field.name, root] as const))(
  '%s',
  (name, root) => {
    test('rejects malformed variables by the names of their fields', async () => {
      const document = documentOf(root);
      await fc.assert(
        fc.asyncProperty(argumentsOf(root, unknownIds), async (variables) => {
          defects.length = 0;
          const response = await sendQuery(service, document, variables, {
            authorization: basic(caller.token),
          });
          expectClear(response, name);
          expect(defects).toEqual([]);
        }),
        { numRuns: runs },
      );
    });

    test.runIf(root.field.args.length > 0)('and malformed literals', async () => {
      await fc.assert(
        fc.asyncProperty(argumentsOf(root, unknownIds), async (values) => {
          defects.length = 0;
          const response = await sendQuery(service, documentWith(root, values), undefined, {
            authorization: basic(caller.token),
          });
          expectClear(response, name);
          expect(defects).toEqual([]);
        }),
        { numRuns: runs },
      );
    });
  },
);
