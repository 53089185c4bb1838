/** A nested list of transactions returns the same fields as the transaction itself, for each selection. */
import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let payer: Payer;
// Three payments out, and the funding.
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  payer = await aPayer(service, 100_000);
  for (const [suffix, description] of [
    ['900', 'rent'],
    ['002', undefined],
    ['004', 'returned'],
  ] as const) {
    const bank = await aBankAccount(service, payer.customerId, suffix);
    const result = await read(
      `mutation($input: TransferInput!) { transferOut(input: $input) { ... on Transaction { id } } }`,
      { input: { source: payer.accountId, destination: bank, amount: 2500, description } },
    );
    expect(result.errors).toBeUndefined();
  }
  await service.settle();
});
afterAll(() => service.stop());

const read = async (query: string, variables?: object) =>
  (await sendQuery(service, query, variables, { authorization: basic(service.platform.token) })).body;

const listed = (selection: string, shape = `nodes { id ${selection} }`) =>
  read(
    `query($customer: ID!, $account: ID!) {
       customer(id: $customer) { transactions { ${shape} } }
       internalAccount(id: $account) { transactions { ${shape} } }
     }`,
    { customer: payer.customerId, account: payer.accountId },
  );

const selectionOf = (name: string): string => {
  const field = (schema.getType('Transaction') as GraphQLObjectType).getFields()[name];
  const type = getNamedType(field?.type);
  if (isLeafType(type)) return name;
  const leaves = isObjectType(type)
    ? Object.values(type.getFields()).filter(
        (one) => isLeafType(getNamedType(one.type)) && one.args.length === 0,
      )
    : [];
  return `${name} { __typename ${leaves.map((one) => one.name).join(' ')} }`;
};

const fields = Object.keys((schema.getType('Transaction') as GraphQLObjectType).getFields());

test.each(fields)('%s', async (name) => {
  const selection = selectionOf(name);
  const { data, errors } = await listed(selection);
  expect(errors).toBeUndefined();
  const nodes = data.customer.transactions.nodes;
  expect(nodes).toHaveLength(4);
  expect(data.internalAccount.transactions.nodes).toEqual(nodes);
  for (const node of nodes) {
    const { data: single } = await read(`query($id: ID!) { transaction(id: $id) { id ${selection} } }`, {
      id: node.id,
    });
    expect(node).toEqual(single.transaction);
  }
});

test.each([
  ['next to fields of the summary', 'status ...Rest', 'fragment Rest on Transaction { fees }'],
  ['under another name', 'status: reconciliationInstructions { reference }', ''],
  ['in an inline fragment', '... on Transaction { createdAt ... on Node { id } updatedAt }', ''],
])('a field outside the summary is read %s', async (_, selection, fragment) => {
  const { data, errors } = await read(
    `query($customer: ID!) {
       customer(id: $customer) { transactions { edges { cursor node { ${selection} } } pageInfo { endCursor } } }
     } ${fragment}`,
    { customer: payer.customerId },
  );
  expect(errors).toBeUndefined();
  expect(data.customer.transactions.edges).toHaveLength(4);
});
