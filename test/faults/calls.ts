/** The operations of the load, each as a GraphQL and as a REST request. */
import type { Call } from './client.ts';

/** Both APIs return the id of the created record, or an error with its code and reason. */
const mutation = (name: string, input: string, given: string, more = ''): string =>
  `mutation (${input}, $key: String) { response: ${name}(${given}, idempotencyKey: $key) {
    __typename ... on Node { id } ${more} ... on ServiceError { errorCode httpStatus reason } } }`;

const actionFields = '... on AgentAction { status transaction { id } }';

export const createCustomer = (fullName: string, key: string) => {
  const input = { customerType: 'INDIVIDUAL', fullName };
  return {
    kind: 'createCustomer',
    key,
    query: mutation('createCustomer', '$input: CreateCustomerInput!', 'input: $input'),
    variables: { input },
    rest: { method: 'POST', path: '/customers', body: input },
  };
};

export const accountsOf = (customerId: string): Call => ({
  kind: 'customer',
  query: `query ($id: ID!) { response: customer(id: $id) { id internalAccounts { id type balance { currency { code } } } } }`,
  variables: { id: customerId },
});

let nextNumber = 1;

/** A bank account in the currency. Its number ends with the suffix. */
export function createExternalAccount(
  customerId: string,
  currency: 'USD' | 'EUR',
  suffix: string,
  key: string,
) {
  nextNumber += 1;
  const fullName = 'Grace Hopper';
  const address = { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' };
  const identifiers =
    currency === 'USD'
      ? { accountNumber: `${String(nextNumber).padStart(7, '0')}${suffix}`, routingNumber: '021000021' }
      : { iban: `DE89${String(nextNumber).padStart(8, '0')}0000000${suffix}` };
  const individual = { fullName, ...(currency === 'EUR' && { address }) };
  const info = { ...identifiers, beneficiary: { individual } };
  const accountInfo = currency === 'USD' ? { usdAccount: info } : { eurAccount: info };
  return {
    kind: 'createExternalAccount',
    key,
    query: mutation('createExternalAccount', '$input: CreateExternalAccountInput!', 'input: $input'),
    variables: { input: { customerId, currency, accountInfo } },
    rest: {
      method: 'POST',
      path: '/customers/external-accounts',
      body: {
        customerId,
        currency,
        accountInfo: {
          accountType: `${currency}_ACCOUNT`,
          ...identifiers,
          beneficiary: { beneficiaryType: 'INDIVIDUAL', ...individual },
        },
      },
    },
  };
}

export const fund = (accountId: string, amount: number, key: string) => ({
  kind: 'sandboxFundAccount',
  key,
  query: mutation('sandboxFundAccount', '$id: ID!, $amount: Amount!', 'accountId: $id, amount: $amount'),
  variables: { id: accountId, amount },
  rest: { method: 'POST', path: `/sandbox/internal-accounts/${accountId}/fund`, body: { amount } },
});

/** @param agent the `Authorization` of the requesting agent; by default the platform. */
export function transfer(
  direction: 'in' | 'out',
  { source, destination, amount }: { source: string; destination: string; amount: number },
  key: string,
  agent?: string,
) {
  const plain = direction === 'in' ? 'transferIn' : 'transferOut';
  const name = agent ? `agentT${plain.slice(1)}` : plain;
  return {
    kind: name,
    key,
    ...(agent && { authorization: agent }),
    query: mutation(name, '$input: TransferInput!', 'input: $input', agent && actionFields),
    variables: { input: { source, destination, amount } },
    rest: {
      method: 'POST',
      path: `${agent ? '/agents/me' : ''}/transfer-${direction}`,
      body: { source: { accountId: source }, destination: { accountId: destination }, amount },
    },
  };
}

interface QuoteEnds {
  readonly accountId: string;
  readonly destination: string;
  readonly amount: number;
}

/** The amount is the sent amount including fees. */
export function createQuote({ accountId, destination, amount }: QuoteEnds, key: string, agent?: string) {
  const name = agent ? 'agentCreateQuote' : 'createQuote';
  const locked = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: amount };
  return {
    kind: name,
    key,
    ...(agent && { authorization: agent }),
    query: mutation(name, '$input: CreateQuoteInput!', 'input: $input'),
    variables: {
      input: {
        source: { account: { accountId } },
        destination: { account: { accountId: destination } },
        ...locked,
      },
    },
    rest: {
      method: 'POST',
      path: `${agent ? '/agents/me' : ''}/quotes`,
      body: {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: destination },
        ...locked,
      },
    },
  };
}

export function executeQuote(quoteId: string, key: string, agent?: string) {
  const name = agent ? 'agentExecuteQuote' : 'executeQuote';
  return {
    kind: name,
    key,
    ...(agent && { authorization: agent }),
    query: mutation(name, '$id: ID!', 'quoteId: $id', agent && actionFields),
    variables: { id: quoteId },
    rest: { method: 'POST', path: `${agent ? '/agents/me' : ''}/quotes/${quoteId}/execute` },
    // The platform gets the quote with its transaction. An agent gets the action.
    ...(!agent && { restId: (body: { transaction: { id: string } }) => body.transaction.id }),
  };
}

export const decide = (decision: 'approve' | 'reject', actionId: string, agentId: string): Call => ({
  kind: `${decision}AgentAction`,
  query: `mutation ($id: ID!) { response: ${decision}AgentAction(id: $id) {
    __typename ... on Node { id } ${actionFields} ... on ServiceError { errorCode httpStatus reason } } }`,
  variables: { id: actionId },
  rest: {
    method: 'POST',
    path: `/agents/${agentId}/actions/${actionId}/${decision}`,
    ...(decision === 'reject' && { body: {} }),
  },
});

export const actionNow = (id: string): Call => ({
  kind: 'agentAction',
  query: `query ($id: ID!) { response: agentAction(id: $id) { id status } }`,
  variables: { id },
});

export const transactionNow = (id: string): Call => ({
  kind: 'transaction',
  query: `query ($id: ID!) { response: transaction(id: $id) { id status timeline { status refundStatus } } }`,
  variables: { id },
  rest: { method: 'GET', path: `/transactions/${id}` },
});

export const balanceNow = (id: string): Call => ({
  kind: 'internalAccount',
  query: `query ($id: ID!) { response: internalAccount(id: $id) { id balance { amount } availableBalance { amount } } }`,
  variables: { id },
});

export const latestTransactions = (customerId: string): Call => ({
  kind: 'transactions',
  query: `query ($id: ID!) { response: customer(id: $id) { id transactions(first: 20) { nodes { id status } } } }`,
  variables: { id: customerId },
});

export const advanceClock = (seconds: number): Call => ({
  kind: 'sandboxAdvanceClock',
  query: `mutation ($seconds: Int!) { response: sandboxAdvanceClock(seconds: $seconds) {
    __typename ... on SandboxClock { id: now } ... on ServiceError { errorCode httpStatus reason } } }`,
  variables: { seconds },
});
