/** The attacked records: records of every kind of a platform, credentials of clients, and cursors of lists. */

import { aBankAccount, aPayer } from '../support/parties.ts';
import type { Service } from '../support/service.ts';
import type { World } from './case.ts';

export interface Target extends Pick<Service, 'url' | 'send'> {
  readonly authorization: string;
}

type Data = Record<string, unknown>;

async function query(target: Target, query: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await target.send(
    { toString: () => query } as never,
    variables as never,
    target.authorization,
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data as Data;
}

/** Every id in a response. */
const idsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"([A-Z][A-Za-z]+:[0-9a-f-]{36})"/g)].map(([, id]) => id as string);

/** Creates a customer with incoming and outgoing payments, an agent and a read-only token, and reads their records. */
export async function populate(target: Target): Promise<World> {
  const { authorization } = target;
  const payers = [];
  for (let count = 0; count < 3; count += 1) {
    const payer = await aPayer(target, 10_000_000, authorization);
    const bank = await aBankAccount(target, payer.customerId, '900', authorization);
    payers.push({ ...payer, bank });
    await query(target, 'mutation($input: TransferInput!) { transferOut(input: $input) { __typename } }', {
      input: { source: payer.accountId, destination: bank, amount: 100 },
    });
  }
  const rest = async (path: string, body?: object, auth: string | undefined = authorization) => {
    const response = await fetch(`${target.url}/2025-10-13${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(auth !== undefined && { authorization: auth }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { accessToken?: string; deviceCode?: { code: string } };
  };
  const agent = await rest('/agents', {
    name: 'Agent',
    customerId: payers[0]?.customerId,
    policy: {
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'MANAGE_EXTERNAL_ACCOUNTS'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000 },
    },
  });
  const redeemed = await rest(`/agents/device-codes/${agent.deviceCode?.code}/redeem`);
  if (!redeemed.accessToken) throw new Error('the agent has a token');

  const lists = ['customers', 'internalAccounts', 'externalAccounts', 'transactions', 'agents'];
  const found = await query(
    target,
    `{ ${lists.map((list) => `${list}(first: 2) { nodes { id } pageInfo { endCursor } }`).join(' ')} }`,
  );
  const ids = new Map<string, string[]>();
  for (const id of [...idsIn(found), ...payers.flatMap((payer) => Object.values(payer))]) {
    const type = id.slice(0, id.indexOf(':'));
    ids.set(type, [...(ids.get(type) ?? []), id]);
  }
  const cursors = new Map(
    lists.map((list) => [list, (found[list] as { pageInfo: { endCursor: string } }).pageInfo.endCursor]),
  );
  return {
    authorization,
    callers: [authorization, `Bearer ${redeemed.accessToken}`, undefined, 'Basic eDp5', 'Bearer gat_nobody'],
    ids,
    cursors,
  };
}

/** The failure of the service after the attack; undefined if a payment succeeds with the correct balance. */
export async function serviceDefect(target: Target): Promise<string | undefined> {
  // An accepted request may have changed the settings of the platform, so the payment starts from known ones.
  const { updatePlatformConfig } = await query(
    target,
    'mutation($input: UpdatePlatformConfigInput!) { updatePlatformConfig(input: $input) { __typename } }',
    {
      input: {
        currencies: [
          {
            currencyCode: 'USD',
            minAmount: 1,
            maxAmount: 1_000_000,
            enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
          },
        ],
      },
    },
  );
  const settings = JSON.stringify(updatePlatformConfig);
  if (settings !== '{"__typename":"PlatformConfig"}') return `the settings cannot be changed: ${settings}`;
  const payer = await aPayer(target, 1_000, target.authorization);
  const bank = await aBankAccount(target, payer.customerId, '900', target.authorization);
  const { transferOut } = await query(
    target,
    'mutation($input: TransferInput!) { transferOut(input: $input) { __typename ... on Transaction { sentAmount { amount } } } }',
    { input: { source: payer.accountId, destination: bank, amount: 250 } },
  );
  const { node } = await query(
    target,
    'query($id: ID!) { node(id: $id) { ... on InternalAccount { availableBalance { amount } } } }',
    { id: payer.accountId },
  );
  const result = JSON.stringify({ transferOut, node });
  const expected = JSON.stringify({
    transferOut: { __typename: 'Transaction', sentAmount: { amount: 250 } },
    node: { availableBalance: { amount: 750 } },
  });
  return result === expected ? undefined : `a payment gives ${result} instead of ${expected}`;
}
