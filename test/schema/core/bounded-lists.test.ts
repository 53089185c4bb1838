/** Lists do not exceed their bounds, in the response and in the number of rows that are read for it. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentsOfCustomers } from '../../../src/agents/store.ts';
import { maxOwnersOfBusiness } from '../../../src/customers/beneficial-owners/beneficial-owner.ts';
import { ownersOf } from '../../../src/customers/beneficial-owners/owner-store.ts';
import { idSchema, newUuid, uuidOf } from '../../../src/kernel/ids.ts';
import { attemptsOf } from '../../../src/webhooks/deliveries/attempt-store.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aPayer } from '../../support/parties.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let customerId: string;
beforeAll(async () => {
  service = await startService({ server: true });
  ({ customerId } = await aPayer(service, 0));
});
afterAll(() => service.stop());

const run = async (query: string, variables?: object) => (await sendQuery(service, query, variables)).body;
const platformId = () => service.platform.principal.platform.id;
const customer = (id: string) => idSchema('Customer').parse(id);

/** Inserts copies of the only row of a table, with increasing ids. */
const copied = (table: string, times: number, changes = '{}') =>
  service.db.orm.execute(
    sql.raw(`insert into ${table}
      select copy.* from ${table} t, generate_series(1, ${times}) n,
        jsonb_populate_record(null::${table}, to_jsonb(t) || '${changes}'::jsonb || jsonb_build_object('id',
          ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid)) copy`),
  );

describe('the agents of a customer', () => {
  beforeAll(async () => {
    const policy = {
      permissions: ['VIEW_TRANSACTIONS'],
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      spendingLimits: { currency: 'USD', perTransactionLimit: 1 },
    };
    const { data } = await run(
      'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { __typename ... on ServiceError { message } } }',
      { input: { customerId, name: 'The first', policy } },
    );
    expect(data.createAgent).not.toHaveProperty('message');
    await copied('agents', 3_000);
  });

  const agents = (args = '') => `query ($id: ID!) { customer(id: $id) { agents${args} { id } } }`;

  test('are at most 100, the newest ones', async () => {
    const { data } = await run(agents(), { id: customerId });
    expect(data.customer.agents).toHaveLength(100);
    expect(data.customer.agents[0].id).toBe(
      `Agent:ffffffff-0000-7000-8000-${(3_000).toString(16).padStart(12, '0')}`,
    );
  });

  test('are limited by the argument first', async () => {
    const { data } = await run(agents('(first: 5)'), { id: customerId });
    expect(data.customer.agents).toHaveLength(5);
  });

  test.each(['0', '-1', '101', '2147483647'])('first: %s is invalid', async (first) => {
    const { errors } = await run(agents(`(first: ${first})`), { id: customerId });
    expect(errors[0].extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'first', message: 'must be an integer from 1 to 100' }],
    });
  });

  test('no more rows are read than are returned', async () => {
    const id = customer(customerId);
    const read = await agentsOfCustomers(service.db.orm, { platformId: platformId() }, [id], 7);
    expect(read.get(id)).toHaveLength(7);
  });
});

describe('the owners of a business', () => {
  const person = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    birthDate: '1990-12-10',
    nationality: 'GB',
    address: { line1: '1 High Street', city: 'London', postalCode: 'N1', country: 'GB' },
    idType: 'SSN',
    identifier: '123456789',
  };
  const create = (id: string) =>
    run(
      `mutation ($input: CreateBeneficialOwnerInput!) { createBeneficialOwner(input: $input) {
        __typename ... on InvalidInputError { fields { path message } } } }`,
      {
        input: { customerId: id, roles: ['DIRECTOR'], ownershipPercentage: 0, personalInfo: person },
      },
    );

  test('are limited to the maximum of a business', async () => {
    const created = await run(
      `mutation { createCustomer(input: { customerType: BUSINESS, businessInfo: { legalName: "Acme" } }) {
        ... on Customer { id } } }`,
    );
    const { id } = created.data.createCustomer;
    expect((await create(id)).data.createBeneficialOwner).toEqual({ __typename: 'BeneficialOwner' });
    await copied('beneficial_owners', maxOwnersOfBusiness - 2);
    expect((await create(id)).data.createBeneficialOwner).toEqual({ __typename: 'BeneficialOwner' });
    expect((await create(id)).data.createBeneficialOwner).toEqual({
      __typename: 'InvalidInputError',
      fields: [{ path: 'input.customerId', message: 'has 100 beneficial owners, the maximum of a business' }],
    });
    const { data } = await run('query ($id: ID!) { customer(id: $id) { beneficialOwners { id } } }', {
      id,
    });
    expect(data.customer.beneficialOwners).toHaveLength(maxOwnersOfBusiness);
    const read = await ownersOf(service.db.orm, { platformId: platformId() }, [customer(id)]);
    expect(read.get(customer(id))).toHaveLength(maxOwnersOfBusiness);
  });
});

describe('the attempts of a webhook delivery', () => {
  const body = 'b'.repeat(16 * 1024);
  const delivery = newUuid();
  beforeAll(async () => {
    const platform = sql`${uuidOf(platformId())}::uuid`;
    await service.db.orm.execute(sql`
      insert into webhook_deliveries (id, platform_id, endpoint_id, event_id, type, position, body, status, created_at)
      values (${delivery}, ${platform}, ${newUuid()}, ${newUuid()}, 'TEST', 0, ${body}, 'FAILED', now())`);
    await service.db.orm.execute(sql`
      insert into webhook_attempts (id, platform_id, delivery_id, at, response_status, response_body, duration_ms)
      select ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${platform}, ${delivery}::uuid, now(), 500,
        ${body}, n from generate_series(1, 600) n`);
  });

  const attempts = (args: string, fields: string) =>
    run(`{ webhookDeliveries(first: 1) { nodes { attempts${args} { ${fields} } } } }`);
  const durations = (result: {
    data: { webhookDeliveries: { nodes: { attempts: { durationMs: number }[] }[] } };
  }) => result.data.webhookDeliveries.nodes[0]?.attempts.map(({ durationMs }) => durationMs);

  test('are the latest ten, oldest first', async () => {
    expect(durations(await attempts('', 'durationMs'))).toEqual([
      591, 592, 593, 594, 595, 596, 597, 598, 599, 600,
    ]);
  });

  test('are limited by the argument last, up to 500', async () => {
    expect(durations(await attempts('(last: 2)', 'durationMs'))).toEqual([599, 600]);
    expect(durations(await attempts('(last: 500)', 'durationMs'))).toHaveLength(500);
    const { errors } = await attempts('(last: 501)', 'durationMs');
    expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: 'last' }] });
  });

  test('have their bodies only if the document selects them', async () => {
    const { data } = await attempts('(last: 1)', 'requestBody responseBody');
    expect(data.webhookDeliveries.nodes[0].attempts).toEqual([{ requestBody: body, responseBody: body }]);
    const id = idSchema('Delivery').parse(`Delivery:${delivery}`);
    const read = await attemptsOf(service.db.orm, platformId(), [id], 3);
    expect(JSON.stringify(read.get(id))).not.toContain('bbbb');
  });

  test('cost as much as their bodies at maximum size', async () => {
    const { errors } = await attempts('(last: 500)', 'requestBody responseBody');
    expect(errors[0].extensions).toMatchObject({ code: 'COST_LIMIT_EXCEEDED' });
  });
});
