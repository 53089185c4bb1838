/** The generated documents: one for each root field, accepted by a server with its default limits. */

import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLError,
  type GraphQLOutputType,
  getNamedType,
  isUnionType,
  parse,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rootFields, sendQuery } from '../../../test/support/graphql-client.ts';
import { aBankAccount, aPayer } from '../../../test/support/parties.ts';
import { type Service, startService } from '../../../test/support/service.ts';
import { validGraphQLValues } from '../../../test/support/valid-inputs.ts';
import * as documents from '../../src/operations/generated/documents.ts';
import { possibleTypes } from '../../src/operations/index.ts';

const schema = buildSchema(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));
const fields = rootFields('query', 'mutation', 'subscription');
const nameOf = (field: string) => `${field[0]?.toUpperCase()}${field.slice(1)}Document`;
const textOf = (field: string): string => (documents as Record<string, string>)[nameOf(field)] ?? '';

/** Whether a dry run returns a preview. */
function hasPreview(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  return isUnionType(named) && named.getTypes().some(({ name }) => name === 'PaymentPreview');
}

/** Queries that only agents may call. */
const agentQueries = ['agentMe'];

test('every root field has a document, and what few clients read has one of its own', () => {
  const expected = [
    ...fields.map(({ field }) => nameOf(field.name)),
    ...fields
      .filter(({ field }) => hasPreview(field.type))
      .map(({ field }) => `Preview${nameOf(field.name)}`),
    'AgentCapabilitiesDocument',
    'TransactionExplanationDocument',
    'TransactionLedgerDocument',
  ];
  expect(Object.keys(documents).sort()).toEqual(expected.sort());
  expect(fields.length).toBeGreaterThan(90);
});

test.each(Object.entries(documents as Record<string, string>))('%s is valid', (_, text) => {
  expect(validate(schema, parse(text))).toEqual([] satisfies GraphQLError[]);
});

test('only the documents of dry runs select a preview', () => {
  const names = Object.entries(documents as Record<string, string>).flatMap(([name, text]) =>
    /dryRun: true|PaymentPreview/.test(text) ? [name] : [],
  );
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !name.startsWith('Preview'))).toEqual([]);
});

test('possible types name the members of every union and interface', () => {
  expect(possibleTypes.Viewer).toEqual(['AccessTokenHolder', 'Agent', 'Member', 'Platform']);
  for (const [name, members] of Object.entries(possibleTypes)) {
    const type = schema.getType(name) as Parameters<typeof schema.getPossibleTypes>[0];
    expect(members).toEqual(schema.getPossibleTypes(type).map((one) => one.name));
  }
});

describe('on a server with the default limits', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({
      server: true,
      standing: true,
      env: { LIMITS: 'time=120', RATE_LIMITS: 'off' },
    });
    const { customerId } = await aPayer(service);
    await aBankAccount(service, customerId);
  });
  afterAll(() => service.stop());

  // A subscription is checked against the limits before it starts, and an agent's mutation before its permission.
  test.each(fields)('$kind $field.name is within the limits', async ({ kind, field }) => {
    const optional = ['after', 'before', 'filter', 'first', 'last'];
    const variables: Record<string, unknown> = Object.fromEntries(
      field.args
        .filter(({ name }) => !optional.includes(name))
        .map(({ name, type, description }) => [name, validGraphQLValues(type, name, description)[0] ?? null]),
    );
    const accept = kind === 'subscription' ? 'text/event-stream' : 'application/json';
    if (field.name === 'transactionStatistics') {
      Object.assign(variables, {
        since: '2026-01-01T00:00:00Z',
        until: '2026-02-01T00:00:00Z',
        timeZone: 'UTC',
      });
    }
    // Its end is after its start.
    if (field.name === 'backtestAgentPolicy') delete variables['until'];
    if (kind === 'subscription') {
      // The response of an accepted subscription does not end.
      variables['after'] = 'rejected';
    }
    const { text } = await sendQuery(service, textOf(field.name), variables, { accept });
    expect(text).not.toMatch(/LIMIT_EXCEEDED|INTERNAL_ERROR/);
    if (kind === 'query' && !agentQueries.includes(field.name))
      expect(JSON.parse(text).errors).toBeUndefined();
  });
});
