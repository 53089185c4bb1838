/**
 * Random values for every field of the current schema are accepted or rejected. They never cause a defect. An error names
 * the invalid field and does not repeat its value.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf, documentWith, rootFields, sendQuery } from '../support/graphql-client.ts';
import { argumentsOf, type KnownIds, secretMark } from '../support/hostile-inputs.ts';
import { aBankAccount, aPayer } from '../support/parties.ts';
import { basic, errorsInto, type Service, startService, type TestPlatform } from '../support/service.ts';

const runs = Number(process.env['HOSTILE_RUNS'] ?? 8);

let service: Service;
let caller: TestPlatform;
const known = new Map<string, string[]>();
const defects: string[] = [];

beforeAll(async () => {
  service = await startService({
    server: true,
    logTo: errorsInto(defects),
  });
  // For the client, the first platform of the service is another tenant.
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

interface Result {
  readonly __typename?: string;
  readonly errorCode?: string;
  readonly httpStatus?: number;
  readonly fields?: readonly { path: string; message: string }[];
}

/** Checks the contents of an error, in the result union or at the top level. */
function expectClear(response: Awaited<ReturnType<typeof sendQuery>>, name: string): void {
  expect(response.status).toBeLessThan(500);
  expect(response.text).not.toContain('INTERNAL_ERROR');
  const { data, errors = [] } = response.body as {
    data?: Record<string, Result>;
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
  const result = data?.[name];
  if (result?.__typename?.endsWith('Error')) {
    expect(JSON.stringify(result)).not.toContain(secretMark);
    if (result.__typename === 'InvalidInputError') {
      // Other codes may report a missing record, for example a webhook endpoint.
      if (result.errorCode === 'INVALID_INPUT') expect(result.fields?.length).toBeGreaterThan(0);
      for (const { path, message } of result.fields ?? []) {
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
    test('rejects malformed variables and names their fields', async () => {
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

    test.runIf(root.field.args.length > 0)('rejects malformed literals', async () => {
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
