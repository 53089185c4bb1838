/**
 * Dates at the limits of the supported range. JavaScript supports the years -271821 to 275760, PostgreSQL 4713 BC to
 * 294276, and a text of the form YYYY-MM-DDTHH:MM:SSZ 0000 to 9999. A date outside any of these ranges is an invalid
 * input, and the clock of a platform stays low enough that all dates computed from it are valid.
 */
import { createClient } from '@payments-platform/client';
import { getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { playAgent } from '../../src/demo/agent.ts';
import { playJourney } from '../../src/demo/journey.ts';
import { playOutcomes } from '../../src/demo/outcomes.ts';
import { populate } from '../../src/demo/populate.ts';
import { transact } from '../../src/infrastructure/database/transact.ts';
import { setClockOffset } from '../../src/platforms/store.ts';
import { latestSandboxInstant } from '../../src/sandbox/advance-clock.ts';
import { basePath } from '../../src/transports/rest/version.ts';
import { aPayer, type Payer } from '../support/parties.ts';
import { basic, errorsInto, type Service, startService } from '../support/service.ts';

let service: Service;
let payer: Payer;
const defects: string[] = [];
beforeAll(async () => {
  service = await startService({ server: true, logTo: errorsInto(defects) });
  payer = await aPayer(service);
});
afterAll(async () => {
  await service.stop();
  expect(defects).toEqual([]);
});

const authorization = () => basic(service.platform.token);
interface GraphQLResult {
  readonly data?: Record<string, unknown>;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}
const sendQuery = async (query: string, variables: object = {}): Promise<GraphQLResult> => {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: authorization(),
    },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as GraphQLResult;
};
const rest = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${service.url}${basePath}${path}`, {
    method,
    headers: { authorization: authorization(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
};

/** Dates of a valid form that can be stored. */
const storable = [
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000-23:59',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999999999+23:59',
];
/** Dates whose UTC year is outside 1 to 9999, and texts of another form. */
const unstorable = [
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '-000001-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-20T00:00:00Z',
  '4713-01-01T00:00:00Z BC',
  'infinity',
  '2026-02-30T00:00:00Z',
];

const isDate = (name: string) => name === 'DateTime' || name === 'Date';

/** The input fields of the schema that hold a date, as `Type.field`. */
function dateInputs(): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isInputObjectType(type)
      ? Object.values(type.getFields()).flatMap((field) =>
          isDate(getNamedType(field.type).name) ? [`${type.name}.${field.name}`] : [],
        )
      : isObjectType(type)
        ? Object.values(type.getFields()).flatMap((field) =>
            field.args.flatMap((arg) =>
              isDate(getNamedType(arg.type).name) ? [`${type.name}.${field.name}(${arg.name})`] : [],
            ),
          )
        : [],
  );
}

const nodes = 'totalCount nodes { id }';
const ofNode = (on: string, filter: string, field: string) =>
  `query ($input: ${filter}!) { node(id: "$id") { ... on ${on} { ${field}(filter: $input) { ${nodes} } } } }`;

/** For each input type with dates: a document whose `$input` has the type, and valid values for the other fields. */
const filters: Readonly<Record<string, readonly string[]>> = {
  CustomerFilter: [`query ($input: CustomerFilter!) { customers(filter: $input) { ${nodes} } }`],
  AgentFilter: [`query ($input: AgentFilter!) { agents(filter: $input) { ${nodes} } }`],
  ApiRequestFilter: [`query ($input: ApiRequestFilter!) { requests(filter: $input) { ${nodes} } }`],
  AuditLogFilter: [`query ($input: AuditLogFilter!) { auditLog(filter: $input) { ${nodes} } }`],
  AgentActionFilter: [`query ($input: AgentActionFilter!) { agentActions(filter: $input) { ${nodes} } }`],
  TransactionFilter: [
    `query ($input: TransactionFilter!) { transactions(filter: $input) { ${nodes} } }`,
    ofNode('Customer', 'TransactionFilter', 'transactions').replace('$id', 'CUSTOMER'),
    ofNode('InternalAccount', 'TransactionFilter', 'transactions').replace('$id', 'ACCOUNT'),
  ],
};

const error =
  '... on InvalidInputError { fields { path message } } ... on ServiceError { errorCode message }';
const person = { fullName: 'Ada Lovelace', nationality: 'GB' };
const mutations: Readonly<
  Record<string, { readonly document: string; readonly input: (date: string) => object }>
> = {
  'CreateCustomerInput.birthDate': {
    document: `mutation ($input: CreateCustomerInput!) { it: createCustomer(input: $input) { __typename ${error} } }`,
    input: (birthDate) => ({ customerType: 'INDIVIDUAL', ...person, birthDate }),
  },
  'UpdateCustomerInput.birthDate': {
    document: `mutation ($input: UpdateCustomerInput!) { it: updateCustomer(id: "CUSTOMER", input: $input) { __typename ${error} } }`,
    input: (birthDate) => ({ birthDate }),
  },
  'BusinessInfoInput.incorporatedOn': {
    document: `mutation ($input: CreateCustomerInput!) { it: createCustomer(input: $input) { __typename ${error} } }`,
    input: (incorporatedOn) => ({
      customerType: 'BUSINESS',
      businessInfo: { legalName: 'Engines', country: 'GB', incorporatedOn },
    }),
  },
  'IndividualBeneficiaryInput.birthDate': {
    document: `mutation ($input: CreateExternalAccountInput!) { it: createExternalAccount(input: $input) { __typename ${error} } }`,
    input: (birthDate) => ({
      customerId: payer.customerId,
      currency: 'USD',
      accountInfo: {
        usdAccount: {
          accountNumber: String(100_000_000 + Math.floor(Math.random() * 800_000_000)),
          routingNumber: '021000021',
          beneficiary: { individual: { ...person, birthDate } },
        },
      },
    }),
  },
  'PersonalInfoInput.birthDate': {
    document: `mutation ($input: CreateBeneficialOwnerInput!) { it: createBeneficialOwner(input: $input) { __typename ${error} } }`,
    input: (birthDate) => ({
      customerId: payer.customerId,
      roles: ['UBO'],
      ownershipPercentage: 1,
      personalInfo: { firstName: 'Ada', lastName: 'Lovelace', birthDate },
    }),
  },
  'CreateInvitationInput.expiresAt': {
    document: `mutation ($input: CreateInvitationInput!) { it: createInvitation(input: $input) { __typename ${error} } }`,
    input: (expiresAt) => ({ inviterUma: '$nobody@uma.example', expiresAt }),
  },
};

/** The ranges of queries that need other arguments. A range of many buckets is rejected. */
const ranges = ['transactionStatistics', 'exchangeRateHistory', 'backtestAgentPolicy'].flatMap((field) => [
  `Query.${field}(since)`,
  `Query.${field}(until)`,
]);
const rangePaths = ['/transaction-statistics', '/exchange-rates/history'];
const rangeDocuments = [
  `query ($since: DateTime!, $until: DateTime!) {
    transactionStatistics(since: $since, until: $until, interval: DAY, timeZone: "Europe/Zurich") { start }
  }`,
  `query ($since: DateTime!, $until: DateTime!) {
    exchangeRateHistory(sourceCurrency: "USD", destinationCurrency: "EUR", since: $since, until: $until) { nodes { id } }
  }`,
];

/** Calendar dates of queries. A reconciliation has no days outside the calendars of banks. */
const bankDates = [
  'BankEntryFilter.bookedOn',
  'Query.bankReconciliation(from)',
  'Query.bankReconciliation(to)',
];
const bankConnection = 'BankConnection:019542f5-b3e7-7d02-8000-000000000002';
const bankDocuments = [
  `query ($date: Date) { bankEntries(filter: { bookedOn: $date }) { ${nodes} } }`,
  `query ($date: Date) { bankReconciliation(connectionId: "${bankConnection}", from: $date) { from } }`,
  `query ($date: Date) { bankReconciliation(connectionId: "${bankConnection}", to: $date) { to } }`,
];

describe('every date that a caller can send', () => {
  test('has a case in this file', () => {
    const known = [
      ...Object.keys(mutations),
      ...ranges,
      ...bankDates,
      ...dateInputs().filter((name) => Object.keys(filters).some((filter) => name.startsWith(`${filter}.`))),
    ];
    expect(dateInputs().sort()).toEqual(known.sort());
  });

  const filterCases = dateInputs().flatMap((name) => {
    const [type = '', field = ''] = name.split('.');
    return (filters[type] ?? []).map((document) => [name, field, document] as const);
  });
  test.each(filterCases)(
    'is accepted as %s within the supported range, and rejected outside it',
    async (_, field, document) => {
      const query = document.replace('CUSTOMER', payer.customerId).replace('ACCOUNT', payer.accountId);
      for (const date of storable) {
        expect([date, (await sendQuery(query, { input: { [field]: date } })).errors]).toEqual([
          date,
          undefined,
        ]);
      }
      for (const date of unstorable) {
        const { errors } = await sendQuery(query, { input: { [field]: date } });
        expect([date, errors?.map(({ extensions }) => extensions.code)]).toEqual([date, ['INVALID_INPUT']]);
      }
    },
  );

  test.each(Object.entries(mutations))(
    'causes no internal error as %s',
    async (name, { document, input }) => {
      const field = name.split('.')[1] ?? '';
      for (const text of [...storable, ...unstorable]) {
        for (const date of [text, text.split('T')[0] ?? '', '9999-12-31', '0001-01-01', '10000-01-01']) {
          const { data, errors } = await sendQuery(document.replace('CUSTOMER', payer.customerId), {
            input: input(date),
          });
          expect([date, errors]).toEqual([date, undefined]);
          const made = data?.['it'] as { __typename: string; fields?: { path: string }[] };
          if (unstorable.includes(date)) {
            expect([date, made.__typename]).toEqual([date, 'InvalidInputError']);
            expect(made.fields?.some(({ path }) => path.endsWith(field))).toBe(true);
          }
        }
      }
    },
  );

  test.each(bankDocuments)('causes no internal error as the date of %s', async (document) => {
    for (const text of [...storable, ...unstorable]) {
      for (const date of [text, text.split('T')[0] ?? '', '9999-12-31', '0001-01-01', '10000-01-01']) {
        const { errors } = await sendQuery(document, { date });
        const codes = errors?.map(({ extensions }) => extensions.code) ?? [];
        expect([date, codes.filter((code) => code !== 'INVALID_INPUT')]).toEqual([date, []]);
        if (unstorable.includes(date)) expect(codes).not.toEqual([]);
      }
    }
  });

  test.each(rangeDocuments)('causes no internal error as an end of the range of %s', async (document) => {
    for (const since of [...storable, ...unstorable]) {
      for (const until of [...storable, ...unstorable]) {
        const { errors } = await sendQuery(document, { since, until });
        const codes = errors?.map(({ extensions }) => extensions.code) ?? [];
        expect([since, until, codes.filter((code) => code !== 'INVALID_INPUT')]).toEqual([since, until, []]);
        if (unstorable.includes(since) || unstorable.includes(until)) expect(codes).not.toEqual([]);
      }
    }
  });

  test('has the same range over REST, and causes no internal error', async () => {
    const openapi = (await (await fetch(`${service.url}${basePath}/openapi.json`)).json()) as {
      paths: Record<
        string,
        { get?: { parameters?: { in: string; name: string; schema: { format?: string } }[] } }
      >;
    };
    let parameters = 0;
    for (const [path, { get }] of Object.entries(openapi.paths)) {
      for (const { in: where, name, schema: of } of get?.parameters ?? []) {
        if (where !== 'query' || of.format !== 'date-time') continue;
        parameters += 1;
        const at = path.replace(basePath, '').replace(/\{[^}]*\}/g, payer.customerId);
        for (const date of [...storable, ...unstorable]) {
          const { status } = await rest('GET', `${at}?${name}=${encodeURIComponent(date)}`);
          // This client is not an agent, so endpoints for agents reject it.
          const accepted = rangePaths.includes(at) ? [200, 400] : [200];
          const expected = at.startsWith('/agents/me')
            ? [401, 403]
            : storable.includes(date)
              ? accepted
              : [400];
          expect([path, name, date, expected.includes(status)]).toEqual([path, name, date, true]);
        }
      }
    }
    expect(parameters).toBeGreaterThanOrEqual(10);
    for (const date of [...storable, ...unstorable, '9999-12-31', '0000-01-01', '10000-01-01']) {
      for (const [path, body] of [
        [
          '/customers',
          { customerType: 'INDIVIDUAL', platformCustomerId: `x${date}`, ...person, birthDate: date },
        ],
        ['/invitations', { inviterUma: '$nobody@uma.example', expiresAt: date }],
      ] as const) {
        expect((await rest('POST', path, body)).status).toBeLessThan(500);
      }
    }
  });
});

describe("a sandbox's clock", () => {
  const now = async () => service.ports.clock.now((await service.refresh()).platform);
  const moveTo = (at: Date) =>
    transact(service.db, (tx) =>
      setClockOffset(tx, service.platform.principal.platform.id, at.getTime() - Date.now()),
    );
  const advance = async (seconds: number) => {
    const { data } = await sendQuery(
      `mutation ($seconds: Int!) { it: sandboxAdvanceClock(seconds: $seconds) { __typename ... on SandboxClock { now } ${error} } }`,
      { seconds },
    );
    return data?.['it'] as { __typename: string; now?: string; fields?: { path: string; message: string }[] };
  };

  test('can be near the latest instant, and all operations work', async () => {
    await moveTo(new Date(latestSandboxInstant.getTime() - 2 * 60 * 60_000));
    const output: string[] = [];
    const print = (line: string) => void output.push(line);
    const client = createClient({ url: service.url, token: service.platform.token });
    await playJourney(client, print);
    await playOutcomes(client, print);
    await populate(client, { customers: 2, transactions: 5 }, print);
    await playAgent(client, service.url, print);
    expect(output.join('\n')).toContain('COMPLETED');
  });

  test('cannot be moved past the latest instant, and the error names the limit', async () => {
    await moveTo(new Date(latestSandboxInstant.getTime() - 60_000));
    for (const seconds of [61, 24 * 60 * 60, 2_678_400]) {
      expect(await advance(seconds)).toMatchObject({
        __typename: 'InvalidInputError',
        fields: [{ path: 'seconds', message: expect.stringContaining('9998-12-31T23:59:59.999Z') }],
      });
    }
    expect(await advance(1)).toMatchObject({
      __typename: 'SandboxClock',
      now: expect.stringMatching(/^9998-/),
    });
    expect((await now()) < latestSandboxInstant).toBe(true);
  });
});
