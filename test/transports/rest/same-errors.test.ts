/**
 * Every error of every operation with two APIs is the same over both: its code, its HTTP status, its reason and its fields.
 * Each error type of a result must occur in a case of this file, or be listed with the reason why it does not.
 */
import { getNamedType, isUnionType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../src/transports/rest/routes/index.ts';
import { documentOf, errorSelection, rootFields, sendQuery } from '../../support/graphql-client.ts';
import { describedAt, type Rest, restClient } from '../../support/rest.ts';
import { aRestPayer, aRestWallet, bankAccountBody } from '../../support/rest-parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';
import { makeKeyPair } from '../../support/wallet-client.ts';

const unknown = '019542f5-b3e7-7d02-8000-000000000002';
const publicKey = makeKeyPair().publicKey;
const usd = (accountNumber: string) => ({
  accountNumber,
  routingNumber: '021000021',
  beneficiary: { individual: { fullName: 'Grace Hopper' } },
});
const limits = { currency: 'USD', perTransactionLimit: 1_000 };
const policy = (change: object = {}) => ({
  permissions: ['CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: limits,
  ...change,
});

type World = Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld(service: Service, rest: Rest) {
  const made = async (method: string, path: string, body?: object, headers = {}) => {
    const response = await rest(method, path, { ...(body && { body }), headers });
    if (response.status >= 400) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const payer = await aRestPayer(rest);
  const wallet = await aRestWallet(rest);
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };
  const named = await made('POST', '/customers', { ...person, email: 'named@example.com' });
  const deletedCustomer = await made('POST', '/customers', person);
  const deletedAccount = (
    await made('GET', `/customers/internal-accounts?customerId=${deletedCustomer.id}&currency=USD`)
  ).data[0].id as string;
  const deletedBank = await made('POST', '/customers/external-accounts', bankAccountBody(deletedCustomer.id));
  const deletedBusiness = await made('POST', '/customers', {
    customerType: 'BUSINESS',
    businessInfo: { legalName: 'Deleted Ltd' },
  });
  const personalInfo = { firstName: 'Ada', lastName: 'Lovelace', birthDate: '1990-12-10', nationality: 'US' };
  const token = await made('POST', '/tokens', { name: 'Reader', permissions: ['VIEW'] });
  const quoteOf = (source: object, destination: string, change: object = {}) =>
    made('POST', '/quotes', {
      source,
      destination: { destinationType: 'ACCOUNT', accountId: destination },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
      ...change,
    });
  const fromAccount = { sourceType: 'ACCOUNT', accountId: payer.accountId };
  const deposit = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: payer.customerId };
  const expired = await quoteOf(fromAccount, payer.externalId);
  const unpaid = await quoteOf(deposit, payer.accountId);
  const agentOf = async (change: object = {}, customerId = payer.customerId) => {
    const { agent, deviceCode } = await made('POST', '/agents', {
      name: 'Agent',
      customerId,
      policy: policy(change),
    });
    const code: string = deviceCode.code;
    const { accessToken } = await made('POST', `/agents/device-codes/${code}/redeem`);
    return { id: agent.id as string, code, authorization: `Bearer ${accessToken}` };
  };
  const spender = await agentOf({ spendingLimits: { ...limits, perTransactionLimit: 1_000_000_000 } });
  const byAgent = async (path: string, body?: object) => {
    const { authorization } = spender;
    const response = await rest('POST', path, { authorization, ...(body && { body }) });
    if (response.status >= 400) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const agentQuote = async (): Promise<string> =>
    (
      await byAgent('/agents/me/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
        destination: { destinationType: 'ACCOUNT', accountId: payer.externalId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
      })
    ).id;
  const agentExpired = await agentQuote();
  const later = 16 * 60;
  await sendQuery(service, `mutation { sandboxAdvanceClock(seconds: ${later}) { __typename } }`);
  const executed = await quoteOf(fromAccount, payer.externalId);
  await made('POST', `/quotes/${executed.id}/execute`);
  const paid = await quoteOf(deposit, payer.accountId);
  await made('POST', '/sandbox/send', { quoteId: paid.id, currencyCode: 'USD' });
  const waiting = await quoteOf(deposit, payer.accountId);
  const drawing = await quoteOf(fromAccount, payer.externalId);
  const large = await quoteOf(fromAccount, payer.externalId, { lockedCurrencyAmount: 90_000_000 });
  const busyBank = await made(
    'POST',
    '/customers/external-accounts',
    bankAccountBody(payer.customerId, '003'),
  );
  await made('POST', `/quotes/${(await quoteOf(fromAccount, busyBank.id)).id}/execute`);
  const agentExecuted = await agentQuote();
  await byAgent(`/agents/me/quotes/${agentExecuted}/execute`);
  const agentQuotes = { expired: agentExpired, executed: agentExecuted };
  const agent = await agentOf();
  const powerless = await agentOf({ permissions: [] });
  const requiresApproval = await agentOf({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const unready = await made('POST', '/customers', person);
  const orphan = await agentOf({}, unready.id);
  const action = await rest('POST', '/agents/me/transfer-out', {
    authorization: requiresApproval.authorization,
    body: {
      source: { accountId: payer.accountId },
      destination: { accountId: payer.externalId },
      amount: 100,
    },
  });
  await made('POST', `/agents/${requiresApproval.id}/actions/${action.body.id}/reject`, {});
  const receipt = await made('POST', '/sandbox/uma/receive', {
    senderUmaAddress: '$success.usd@sandbox.uma.example',
    customerId: payer.customerId,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 100,
  });
  await made('POST', `/transactions/${receipt.id}/reject`, {});
  const payerCustomer = await made('GET', `/customers/${payer.customerId}`);
  const invitation = await made('POST', '/invitations', { inviterUma: payerCustomer.umaAddress });
  await made('POST', `/invitations/${invitation.code}/cancel`);
  const member = { name: 'Ada', email: 'ada@example.com', roles: ['VIEW'] };
  const { id: memberId } = await made('POST', '/members', member);
  await made('POST', '/members', { ...member, email: 'grace@example.com' });
  await made('DELETE', `/customers/${deletedCustomer.id}`);
  await made('DELETE', `/customers/${deletedBusiness.id}`);
  await made('DELETE', `/customers/${unready.id}`);
  return {
    payer,
    wallet,
    named,
    umaAddress: payerCustomer.umaAddress as string,
    deletedCustomer: deletedCustomer.id as string,
    deletedBusiness: deletedBusiness.id as string,
    deletedAccount: deletedAccount,
    deletedBank: deletedBank.id as string,
    busyBank: busyBank.id as string,
    personalInfo,
    reader: basic(`${token.clientId}:${token.clientSecret}`),
    member,
    memberId: memberId as string,
    lastManager: service.platform.principal.token.id,
    quotes: { expired, unpaid, executed, paid, waiting, drawing, large },
    agent,
    powerless,
    spender,
    agentQuotes,
    requiresApproval: requiresApproval,
    orphan,
    decided: action.body.id as string,
    rejected: receipt.id as string,
    cancelled: invitation.code as string,
  };
}

/** One request over both APIs: the root field with its arguments, and the endpoint with its body. */
interface Case {
  readonly operation: string;
  readonly graphql: Readonly<Record<string, unknown>>;
  readonly rest: readonly [method: string, path: string, body?: object];
  /** The credential, if it is not the first token of the platform. */
  readonly authorization?: string;
}

const account = (accountId: string) => ({ account: { accountId } });
const locked = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000 };

/** A quote between two accounts, or from a deposit, for both APIs. */
const quoting = (
  operation: 'createQuote' | 'agentCreateQuote',
  source: string,
  destination: string,
  { authorization, ...change }: { authorization?: string; [name: string]: unknown } = {},
): Case => ({
  operation,
  graphql: { input: { source: account(source), destination: account(destination), ...locked, ...change } },
  rest: [
    'POST',
    operation === 'createQuote' ? '/quotes' : '/agents/me/quotes',
    {
      source: { sourceType: 'ACCOUNT', accountId: source },
      destination: { destinationType: 'ACCOUNT', accountId: destination },
      ...locked,
      ...change,
    },
  ],
  ...(authorization !== undefined && { authorization }),
});

const transferring = (
  operation: 'transferIn' | 'transferOut' | 'agentTransferIn' | 'agentTransferOut',
  source: string,
  destination: string,
  amount: number,
  authorization?: string,
): Case => ({
  operation,
  graphql: { input: { source, destination, amount } },
  rest: [
    'POST',
    `${operation.startsWith('agent') ? '/agents/me' : ''}/transfer-${operation.endsWith('In') ? 'in' : 'out'}`,
    { source: { accountId: source }, destination: { accountId: destination }, amount },
  ],
  ...(authorization !== undefined && { authorization }),
});

/** An operation with the id of a record, which is in the path over REST, and optionally an input, the body over REST. */
const on = (
  operation: string,
  [method, path]: readonly [string, string],
  id: string,
  { input, name = 'id', ...extra }: { input?: object; name?: string; [name: string]: unknown } = {},
): Case => ({
  operation,
  graphql: { [name]: id, ...(input && { input }), ...extra },
  rest: [
    method,
    path.replace(/\{\w+\}/, id),
    input ?? (Object.keys(extra).length > 0 ? extra : method === 'POST' ? {} : undefined),
  ] as Case['rest'],
});

/** An operation with one input, which is the body over REST. */
const making = (operation: string, path: string, input: object): Case => ({
  operation,
  graphql: { input },
  rest: ['POST', path, input],
});

const registering = (
  operation: 'createExternalAccount' | 'agentCreateExternalAccount',
  customerId: string | undefined,
  accountNumber: string,
  { currency = 'USD', authorization }: { currency?: string; authorization?: string } = {},
): Case => {
  const owner = customerId !== undefined && { customerId };
  const { beneficiary, ...numbers } = usd(accountNumber);
  return {
    operation,
    graphql: { input: { ...owner, currency, accountInfo: { usdAccount: usd(accountNumber) } } },
    rest: [
      'POST',
      operation === 'createExternalAccount' ? '/customers/external-accounts' : '/agents/me/external-accounts',
      {
        ...owner,
        currency,
        accountInfo: {
          accountType: 'USD_ACCOUNT',
          ...numbers,
          beneficiary: { beneficiaryType: 'INDIVIDUAL', ...beneficiary.individual },
        },
      },
    ],
    ...(authorization !== undefined && { authorization }),
  };
};

const sending = (quoteId: string, currencyCode = 'USD'): Case => ({
  operation: 'sandboxSend',
  graphql: { quoteId, currencyCode },
  rest: ['POST', '/sandbox/send', { quoteId, currencyCode }],
});

const passkeyOptionsOf = (accountId: string): Case => ({
  operation: 'createPasskeyOptions',
  graphql: { accountId },
  rest: ['POST', '/auth/credentials/passkey-options', { accountId }],
});

const oidcTokenOf = (input: object): Case => ({
  operation: 'sandboxOidcToken',
  graphql: { subject: 'ada', ...input },
  rest: ['POST', '/sandbox/oidc-tokens', { subject: 'ada', ...input }],
});

const faultOf = (input: object): Case => making('sandboxFault', '/sandbox/faults', input);

const executing = (quoteId: string) =>
  on('executeQuote', ['POST', '/quotes/{quoteId}/execute'], quoteId, { name: 'quoteId' });
const agentExecuting = (quoteId: string, authorization: string): Case => ({
  ...on('agentExecuteQuote', ['POST', '/agents/me/quotes/{quoteId}/execute'], quoteId, { name: 'quoteId' }),
  authorization,
});

const receiving = (change: object): Case =>
  making('sandboxReceiveUma', '/sandbox/uma/receive', {
    senderUmaAddress: '$success.usd@sandbox.uma.example',
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 100,
    ...change,
  });

const funding = (accountId: string, amount: number) =>
  on('sandboxFundAccount', ['POST', '/sandbox/internal-accounts/{accountId}/fund'], accountId, {
    name: 'accountId',
    amount,
  });

const none = (type: string) => `${type}:${unknown}`;
const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };
const customer = (method: string) => [method, '/customers/{customerId}'] as const;
const agents = (method: string, rest = '') => [method, `/agents/{agentId}${rest}`] as const;
const credential = (method: string, rest = '') => [method, `/auth/credentials/{id}${rest}`] as const;
const document = (method: string) => [method, '/documents/{documentId}'] as const;
const invitation = (verb: string) => ['POST', `/invitations/{invitationCode}/${verb}`] as const;
const decision = (verb: string) => ['POST', `/transactions/{id}/${verb}`] as const;

const owner = (customerId: string, change: object = {}) =>
  making('createBeneficialOwner', '/beneficial-owners', {
    customerId,
    roles: ['UBO'],
    ownershipPercentage: 50,
    personalInfo: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      birthDate: '1990-12-10',
      nationality: 'US',
      address: { line1: '1 Main St', city: 'Springfield', postalCode: '12345', country: 'US' },
      idType: 'SSN',
      identifier: '123456789',
    },
    ...change,
  });

const bankConnection = {
  name: 'Bank',
  currency: 'EUR',
  format: 'ISO20022',
  account: { name: 'Example', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  cutOffs: { timeZone: 'Europe/Berlin', times: ['14:00'], calendar: 'TARGET' },
};
const bank = (verb = '') => ['POST', `/bank-connections/{connectionId}/${verb}`] as const;
const bankFile = (verb: string) => ['POST', `/bank-files/{fileId}/${verb}`] as const;
const bankDeposit = (verb: string) => ['POST', `/unmatched-deposits/{depositId}/${verb}`] as const;
const bankEntry = ['POST', '/bank-entries/{entryId}/resolve'] as const;
const bankPatch = ['PATCH', '/bank-connections/{connectionId}'] as const;

const cases: readonly [what: string, of: (w: World) => Case][] = [
  ['a bank of a sandbox platform', () => making('createBankConnection', '/bank-connections', bankConnection)],
  [
    'a bank with wrong fields',
    () =>
      making('createBankConnection', '/bank-connections', {
        ...bankConnection,
        account: { name: '', iban: 'DE00' },
        cutOffs: { timeZone: 'Mars', times: [], calendar: 'TARGET' },
        reviewAbove: -1,
      }),
  ],
  ['no bank to change', () => on('updateBankConnection', bankPatch, none('BankConnection'), { input: {} })],
  [
    'a wrong change of a bank',
    () => on('updateBankConnection', bankPatch, none('BankConnection'), { input: { maxPaymentsPerFile: 0 } }),
  ],
  ['no bank to close', () => on('closeBankConnection', bank('close'), none('BankConnection'))],
  ['no bank to exchange files with', () => on('exchangeBankFiles', bank('exchange'), none('BankConnection'))],
  ...(['release', 'cancel', 'dismiss'] as const).flatMap((verb): [string, () => Case][] => [
    [`no bank file to ${verb}`, () => on(`${verb}BankFile`, bankFile(verb), none('BankFile'))],
    [
      `a wrong comment to ${verb} a bank file`,
      () => on(`${verb}BankFile`, bankFile(verb), none('BankFile'), { comment: '' }),
    ],
  ]),
  [
    'no break to resolve',
    () => on('resolveBankEntry', bankEntry, none('BankEntry'), { resolution: 'a fee', isBankFee: true }),
  ],
  [
    'a break without a resolution',
    () => on('resolveBankEntry', bankEntry, none('BankEntry'), { resolution: '' }),
  ],
  [
    'no deposit to assign',
    (w) =>
      on('assignUnmatchedDeposit', bankDeposit('assign'), none('UnmatchedDeposit'), {
        accountId: w.payer.accountId,
      }),
  ],
  [
    'a deposit for no account',
    () => on('assignUnmatchedDeposit', bankDeposit('assign'), none('UnmatchedDeposit'), { accountId: 'x' }),
  ],
  [
    'no deposit to return',
    () => on('returnUnmatchedDeposit', bankDeposit('return'), none('UnmatchedDeposit')),
  ],
  [
    'a wrong comment on a deposit',
    () => on('returnUnmatchedDeposit', bankDeposit('return'), none('UnmatchedDeposit'), { comment: '' }),
  ],
  [
    'an invalid configuration',
    () => on('updatePlatformConfig', ['PATCH', '/config'], '', { input: { umaDomain: 'x' } }),
  ],
  [
    'approval rules with wrong fields',
    () =>
      on('updateApprovalRules', ['PATCH', '/config/approval-rules'], '', {
        input: { requiredApprovals: 0, thresholds: [{ currency: 'XXX', amount: -1, requiredApprovals: 11 }] },
      }),
  ],
  [
    'a spread and fees with wrong fields',
    () =>
      on('updateRateSettings', ['PATCH', '/config/rates'], '', {
        input: { spread: '1', fees: { fixed: -1 }, corridors: [{ sending: 'XXX', receiving: 'EUR' }] },
      }),
  ],
  ['a token without permissions', () => making('createApiToken', '/tokens', { name: 'x', permissions: [] })],
  ['no token', () => on('deleteApiToken', ['DELETE', '/tokens/{tokenId}'], none('Token'))],
  [
    'wrong fields of a member',
    () => making('createMember', '/members', { name: '', email: 'ada', roles: ['MANAGE'] }),
  ],
  ['a member whose address is in use', (w) => making('createMember', '/members', w.member)],
  [
    'no change of a member',
    (w) => on('updateMember', ['PATCH', '/members/{memberId}'], w.memberId, { input: {} }),
  ],
  [
    'a new address that is in use',
    (w) =>
      on('updateMember', ['PATCH', '/members/{memberId}'], w.memberId, {
        input: { email: 'grace@example.com' },
      }),
  ],
  [
    'no member',
    () => on('updateMember', ['PATCH', '/members/{memberId}'], none('Member'), { input: { name: 'Ada' } }),
  ],
  ['no member to delete', () => on('deleteMember', ['DELETE', '/members/{memberId}'], none('Member'))],
  [
    'no session of a member',
    (w) => ({
      operation: 'revokeMemberSession',
      graphql: { id: none('MemberSession') },
      rest: ['DELETE', `/members/${w.memberId}/sessions/${none('MemberSession')}`],
    }),
  ],
  ['a fault without a target', () => faultOf({ kind: 'DROP' })],
  ['wrong fields of a fault', () => faultOf({ kind: 'SLOW', count: 0, operation: '', delayMs: 0 })],
  ['no fault', () => on('deleteSandboxFault', ['DELETE', '/sandbox/faults/{faultId}'], none('SandboxFault'))],
  [
    'all faults, by a token without TRANSACT',
    (w) => ({
      operation: 'deleteSandboxFaults',
      graphql: {},
      rest: ['DELETE', '/sandbox/faults'],
      authorization: w.reader,
    }),
  ],
  [
    'deletion of the last token with MANAGE',
    (w) => on('deleteApiToken', ['DELETE', '/tokens/{tokenId}'], w.lastManager),
  ],
  ['a customer without a name', () => making('createCustomer', '/customers', { ...person, fullName: '' })],
  [
    'two invalid fields of a customer',
    () => making('createCustomer', '/customers', { ...person, email: 'no', region: 'USA' }),
  ],
  [
    'a UMA address that is taken',
    (w) => making('createCustomer', '/customers', { ...person, umaAddress: w.umaAddress }),
  ],
  [
    'update of an unknown customer',
    () => on('updateCustomer', customer('PATCH'), none('Customer'), { input: { fullName: 'X' } }),
  ],
  [
    'update of a deleted customer',
    (w) => on('updateCustomer', customer('PATCH'), w.deletedCustomer, { input: { fullName: 'X' } }),
  ],
  [
    'an invalid name',
    (w) => on('updateCustomer', customer('PATCH'), w.payer.customerId, { input: { fullName: '' } }),
  ],
  ['deletion of an unknown customer', () => on('deleteCustomer', customer('DELETE'), none('Customer'))],
  ['deletion of a deleted customer', (w) => on('deleteCustomer', customer('DELETE'), w.deletedCustomer)],
  [
    'deletion of a customer with a balance',
    (w) => on('deleteCustomer', customer('DELETE'), w.payer.customerId),
  ],
  ['an owner of an unknown business', () => owner(none('Customer'))],
  ['an owner of an individual', (w) => owner(w.payer.customerId)],
  ['an owner of a deleted business', (w) => owner(w.deletedBusiness)],
  ['an owner of more than 100%', (w) => owner(w.deletedBusiness, { ownershipPercentage: 101 })],
  [
    'update of an unknown owner',
    () =>
      on('updateBeneficialOwner', ['PATCH', '/beneficial-owners/{id}'], none('BeneficialOwner'), {
        input: { ownershipPercentage: 1 },
      }),
  ],
  [
    'an account of an unknown customer',
    () => registering('createExternalAccount', none('Customer'), '1234567900'),
  ],
  [
    'an account of a deleted customer',
    (w) => registering('createExternalAccount', w.deletedCustomer, '1234567900'),
  ],
  [
    'an account in an unknown currency',
    (w) => registering('createExternalAccount', w.payer.customerId, '1234567900', { currency: 'XXX' }),
  ],
  ['an empty account number', (w) => registering('createExternalAccount', w.payer.customerId, '')],
  ...(['M-1', ''] as const).map((reference): [string, () => Case] => [
    `a mandate "${reference}" of an unknown account`,
    () => {
      const input = { reference, signedOn: '2026-01-02', isOneOff: false };
      const account = none('ExternalAccount');
      return {
        operation: 'setDirectDebitMandate',
        graphql: { externalAccountId: account, ...input },
        rest: ['PUT', `/customers/external-accounts/${account}/direct-debit-mandate`, input],
      };
    },
  ]),
  [
    'deletion of an unknown account',
    () =>
      on('deleteExternalAccount', ['DELETE', '/customers/external-accounts/{id}'], none('ExternalAccount')),
  ],
  [
    'deletion of an account in use',
    (w) => on('deleteExternalAccount', ['DELETE', '/customers/external-accounts/{id}'], w.busyBank),
  ],
  [
    'the verification of an unknown customer',
    () => making('submitVerification', '/verifications', { customerId: none('Customer') }),
  ],
  [
    'the verification of a deleted customer',
    (w) => making('submitVerification', '/verifications', { customerId: w.deletedCustomer }),
  ],
  ...[{ decision: 'REJECTED' }, { decision: 'RESOLVE_ERRORS' }, { decision: 'APPROVED', note: '' }].map(
    (body): [string, () => Case] => [
      `no verification to decide with ${JSON.stringify(body)}`,
      () => ({
        operation: 'decideVerification',
        graphql: { input: { verificationId: none('Verification'), ...body } },
        rest: ['POST', `/verifications/${none('Verification')}/decision`, body],
      }),
    ],
  ),
  ...['x', ''].map((comment): [string, () => Case] => [
    `no match to clear with the comment "${comment}"`,
    () => ({
      operation: 'decideScreeningMatch',
      graphql: { input: { matchId: none('ScreeningMatch'), decision: 'CLEARED', comment } },
      rest: [
        'POST',
        `/screening-matches/${none('ScreeningMatch')}/decision`,
        { decision: 'CLEARED', comment },
      ],
    }),
  ]),
  ['deletion of an unknown document', () => on('deleteDocument', document('DELETE'), none('Document'))],
  [
    'an invitation by an unknown inviter',
    () => making('createInvitation', '/invitations', { inviterUma: '$nobody@example.com' }),
  ],
  [
    'an invitation by an invalid address',
    () => making('createInvitation', '/invitations', { inviterUma: 'x' }),
  ],
  [
    'claim of an unknown invitation',
    (w) => on('claimInvitation', invitation('claim'), 'INVALID0', { name: 'code', inviteeUma: w.umaAddress }),
  ],
  [
    'claim of a cancelled invitation',
    (w) =>
      on('claimInvitation', invitation('claim'), w.cancelled, { name: 'code', inviteeUma: w.umaAddress }),
  ],
  [
    'cancellation of an unknown invitation',
    () => on('cancelInvitation', invitation('cancel'), 'INVALID0', { name: 'code' }),
  ],
  [
    'cancellation of a cancelled invitation',
    (w) => on('cancelInvitation', invitation('cancel'), w.cancelled, { name: 'code' }),
  ],
  ['a quote to its own source', (w) => quoting('createQuote', w.payer.accountId, w.payer.accountId)],
  [
    'a quote from an unknown account',
    (w) => quoting('createQuote', none('InternalAccount'), w.payer.externalId),
  ],
  [
    'a quote to an unknown account',
    (w) => quoting('createQuote', w.payer.accountId, none('ExternalAccount')),
  ],
  ['a quote to a deleted customer', (w) => quoting('createQuote', w.payer.accountId, w.deletedAccount)],
  [
    'a quote to a bank account of a deleted customer',
    (w) => quoting('createQuote', w.payer.accountId, w.deletedBank),
  ],
  [
    'a quote with an unknown look-up',
    (w) => quoting('createQuote', w.payer.accountId, w.payer.externalId, { lookupId: none('Lookup') }),
  ],
  [
    'a quote with an amount of zero',
    (w) => quoting('createQuote', w.payer.accountId, w.payer.externalId, { lockedCurrencyAmount: 0 }),
  ],
  [
    'an immediately executed quote above the balance',
    (w) =>
      quoting('createQuote', w.payer.accountId, w.payer.externalId, {
        immediatelyExecute: true,
        lockedCurrencyAmount: 90_000_000,
      }),
  ],
  ['execution of an unknown quote', () => executing(none('Quote'))],
  ['execution of a quote with real-time funding', (w) => executing(w.quotes.waiting.id)],
  ['execution of an expired quote', (w) => executing(w.quotes.expired.id)],
  ['execution of an executed quote', (w) => executing(w.quotes.executed.id)],
  ['execution of a quote above the balance', (w) => executing(w.quotes.large.id)],
  [
    'a transfer out with an amount of zero',
    (w) => transferring('transferOut', w.payer.accountId, w.payer.externalId, 0),
  ],
  [
    'a transfer out to an unknown account',
    (w) => transferring('transferOut', w.payer.accountId, none('ExternalAccount'), 1),
  ],
  [
    'a transfer out above the balance',
    (w) => transferring('transferOut', w.payer.accountId, w.payer.externalId, 90_000_000),
  ],
  [
    'a transfer out of a deleted customer',
    (w) => transferring('transferOut', w.deletedAccount, w.deletedBank, 1),
  ],
  [
    'a transfer in from an unknown account',
    (w) => transferring('transferIn', none('ExternalAccount'), w.payer.accountId, 1),
  ],
  [
    'a transfer in with a negative amount',
    (w) => transferring('transferIn', w.payer.externalId, w.payer.accountId, -1),
  ],
  [
    'a transfer in to a deleted customer',
    (w) => transferring('transferIn', w.deletedBank, w.deletedAccount, 1),
  ],
  [
    'approval of an unknown payment',
    () => on('approveTransaction', decision('approve'), none('Transaction')),
  ],
  ['approval of a rejected payment', (w) => on('approveTransaction', decision('approve'), w.rejected)],
  ['rejection of an unknown payment', () => on('rejectTransaction', decision('reject'), none('Transaction'))],
  ['rejection of a rejected payment', (w) => on('rejectTransaction', decision('reject'), w.rejected)],
  ['a deposit for an unknown quote', () => sending(none('Quote'))],
  ['a deposit for a quote with an account as its source', (w) => sending(w.quotes.drawing.id)],
  ['a deposit for an expired quote', (w) => sending(w.quotes.unpaid.id)],
  ['a second deposit', (w) => sending(w.quotes.paid.id)],
  ['a deposit in another currency', (w) => sending(w.quotes.waiting.id, 'EUR')],
  ['options of an unknown account', () => passkeyOptionsOf(none('InternalAccount'))],
  ['options of an id that is not an account', () => passkeyOptionsOf(none('Customer'))],
  ['options of an account that is not a wallet', (w) => passkeyOptionsOf(w.payer.accountId)],
  ['a token of an unknown issuer', () => oidcTokenOf({ issuer: 'https://unknown.example' })],
  ['a token without a subject', () => oidcTokenOf({ subject: '' })],
  ['a payment to an unknown address', () => receiving({ receiverUmaAddress: '$nobody@example.com' })],
  ['a payment to an unknown customer', () => receiving({ customerId: none('Customer') })],
  ['a payment to a deleted customer', (w) => receiving({ customerId: w.deletedCustomer })],
  [
    'a payment in an unknown currency',
    (w) => receiving({ customerId: w.payer.customerId, receivingCurrencyCode: 'XXX' }),
  ],
  [
    'a payment with both a customer and an address',
    (w) => receiving({ customerId: w.payer.customerId, receiverUmaAddress: w.umaAddress }),
  ],
  ['funds for an unknown account', () => funding(none('InternalAccount'), 1)],
  ['funds with an amount of zero', (w) => funding(w.payer.accountId, 0)],
  ['funds for a deleted customer', (w) => funding(w.deletedAccount, 1)],
  [
    'an agent of an unknown customer',
    () => making('createAgent', '/agents', { name: 'x', customerId: none('Customer'), policy: policy() }),
  ],
  [
    'an agent without a name',
    (w) => making('createAgent', '/agents', { name: '', customerId: w.payer.customerId, policy: policy() }),
  ],
  [
    'update of an unknown agent',
    () => on('updateAgent', agents('PATCH'), none('Agent'), { input: { isPaused: true } }),
  ],
  [
    'an agent with an empty name',
    (w) => on('updateAgent', agents('PATCH'), w.agent.id, { input: { name: '' } }),
  ],
  ['deletion of an unknown agent', () => on('deleteAgent', agents('DELETE'), none('Agent'))],
  [
    'the policy of an unknown agent',
    () => on('updateAgentPolicy', agents('PATCH', '/policy'), none('Agent'), { input: { permissions: [] } }),
  ],
  [
    'a policy with a negative limit',
    (w) =>
      on('updateAgentPolicy', agents('PATCH', '/policy'), w.agent.id, {
        input: { spendingLimits: { perTransactionLimit: -1 } },
      }),
  ],
  [
    'a code for an unknown agent',
    () => on('createDeviceCode', agents('POST', '/device-codes'), none('Agent'), { name: 'agentId' }),
  ],
  [
    'a code for a connected agent',
    (w) => on('createDeviceCode', agents('POST', '/device-codes'), w.agent.id, { name: 'agentId' }),
  ],
  [
    'redemption of an unknown code',
    () =>
      on('redeemDeviceCode', ['POST', '/agents/device-codes/{code}/redeem'], 'ZZZZ-ZZZZ', { name: 'code' }),
  ],
  [
    'redemption of a redeemed code',
    (w) =>
      on('redeemDeviceCode', ['POST', '/agents/device-codes/{code}/redeem'], w.agent.code, { name: 'code' }),
  ],
  [
    'approval of an unknown action',
    (w) =>
      on(
        'approveAgentAction',
        ['POST', `/agents/${w.requiresApproval.id}/actions/{id}/approve`],
        none('AgentAction'),
      ),
  ],
  [
    'approval of a rejected action',
    (w) =>
      on('approveAgentAction', ['POST', `/agents/${w.requiresApproval.id}/actions/{id}/approve`], w.decided),
  ],
  [
    'rejection of an unknown action',
    (w) =>
      on(
        'rejectAgentAction',
        ['POST', `/agents/${w.requiresApproval.id}/actions/{id}/reject`],
        none('AgentAction'),
      ),
  ],
  [
    'rejection of a rejected action',
    (w) =>
      on('rejectAgentAction', ['POST', `/agents/${w.requiresApproval.id}/actions/{id}/reject`], w.decided),
  ],
  [
    'challenge of an unknown credential',
    () => on('challengeCredential', credential('POST', '/challenge'), none('AuthMethod')),
  ],
  [
    'revocation of an unknown credential',
    () => on('revokeCredential', credential('DELETE'), none('AuthMethod')),
  ],
  [
    'revocation of the only credential',
    (w) => on('revokeCredential', credential('DELETE'), w.wallet.credential.id),
  ],
  [
    'revocation of an unknown session',
    () => on('revokeSession', ['DELETE', '/auth/sessions/{id}'], none('Session')),
  ],
  [
    'refresh of an unknown session',
    () =>
      on('refreshSession', ['POST', '/auth/sessions/{id}/refresh'], none('Session'), {
        clientPublicKey: publicKey,
      }),
  ],
  [
    'export of an unknown wallet',
    () =>
      on('exportWallet', ['POST', '/internal-accounts/{id}/export'], none('InternalAccount'), {
        name: 'accountId',
        clientPublicKey: publicKey,
      }),
  ],
  [
    'the privacy of an account that is not a wallet',
    (w) =>
      on('updateWalletPrivacy', ['PATCH', '/internal-accounts/{id}'], w.payer.accountId, {
        name: 'accountId',
        privateEnabled: true,
      }),
  ],
  ...(['agent', 'powerless', 'orphan'] as const).flatMap((who): [string, (w: World) => Case][] => [
    [
      `a quote from an unknown account by the ${who}`,
      (w) =>
        quoting('agentCreateQuote', none('InternalAccount'), w.payer.externalId, {
          authorization: w[who].authorization,
        }),
    ],
    [
      `execution of an unknown quote by the ${who}`,
      (w) => agentExecuting(none('Quote'), w[who].authorization),
    ],
    [
      `a transfer out to an unknown account by the ${who}`,
      (w) =>
        transferring('agentTransferOut', w.payer.accountId, none('ExternalAccount'), 1, w[who].authorization),
    ],
    [
      `a transfer in from an unknown account by the ${who}`,
      (w) =>
        transferring('agentTransferIn', none('ExternalAccount'), w.payer.accountId, 1, w[who].authorization),
    ],
    [
      `an account of another customer by the ${who}`,
      (w) =>
        registering('agentCreateExternalAccount', w.named.id, '1234567900', {
          authorization: w[who].authorization,
        }),
    ],
    [
      `an empty account number by the ${who}`,
      (w) =>
        registering('agentCreateExternalAccount', w.payer.customerId, '', {
          authorization: w[who].authorization,
        }),
    ],
  ]),
  ...(['expired', 'executed'] as const).map((which): [string, (w: World) => Case] => [
    `execution of the agent's ${which} quote`,
    (w) => agentExecuting(w.agentQuotes[which], w.spender.authorization),
  ]),
  [
    'a transfer out with an amount of zero by the agent',
    (w) => transferring('agentTransferOut', w.payer.accountId, w.payer.externalId, 0, w.agent.authorization),
  ],
  [
    'a quote of an agent to its own source',
    (w) =>
      quoting('agentCreateQuote', w.payer.accountId, w.payer.accountId, {
        authorization: w.spender.authorization,
      }),
  ],
  [
    'an immediately executed quote of an agent above the balance',
    (w) =>
      quoting('agentCreateQuote', w.payer.accountId, w.payer.externalId, {
        authorization: w.spender.authorization,
        immediatelyExecute: true,
        lockedCurrencyAmount: 90_000_000,
      }),
  ],
  [
    'a test webhook without an endpoint',
    () => ({ operation: 'sandboxSendTestWebhook', graphql: {}, rest: ['POST', '/sandbox/webhooks/test'] }),
  ],
  [
    'a quote above the limit of the agent',
    (w) =>
      quoting('agentCreateQuote', w.payer.accountId, w.payer.externalId, {
        authorization: w.agent.authorization,
        lockedCurrencyAmount: 99_000,
      }),
  ],
  [
    'a transfer above the limit of the agent',
    (w) =>
      transferring('agentTransferOut', w.payer.accountId, w.payer.externalId, 99_000, w.agent.authorization),
  ],
  [
    'a transfer in with an amount of zero by the agent',
    (w) => transferring('agentTransferIn', w.payer.externalId, w.payer.accountId, 0, w.agent.authorization),
  ],
];

/** Error types without a case above, by the reason. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'wallets, their sessions and credentials: test/transports/rest/wallets-over-both-transports.test.ts': [
    ...['Conflict', 'Forbidden', 'InvalidInput', 'NotFound', 'Unauthorized'].map(
      (one) => `addCredential ${one}`,
    ),
    ...['Forbidden', 'InvalidInput', 'NotFound', 'Unauthorized'].map((one) => `verifyCredential ${one}`),
    'challengeCredential Conflict',
    'createPasskeyOptions Conflict',
    'exportWallet Unauthorized',
    'refreshSession Conflict',
    'refreshSession Unauthorized',
    'revokeCredential Unauthorized',
    'revokeSession Conflict',
    'revokeSession Unauthorized',
    'updateCustomer Unauthorized',
    'updateWalletPrivacy NotFound',
    'updateWalletPrivacy Unauthorized',
    'executeQuote Unauthorized',
    'agentExecuteQuote Unauthorized',
  ],
  'over REST it is in the path, where what is malformed names nothing and is 404': [
    'approveAgentAction InvalidInput',
    'approveTransaction InvalidInput',
    'cancelInvitation InvalidInput',
    'challengeCredential InvalidInput',
    'claimInvitation InvalidInput',
    'createDeviceCode InvalidInput',
    'deleteAgent InvalidInput',
    'deleteApiToken InvalidInput',
    'deleteSandboxFault InvalidInput',
    'deleteCustomer InvalidInput',
    'deleteDocument InvalidInput',
    'deleteExternalAccount InvalidInput',
    'deleteMember InvalidInput',
    'revokeMemberSession InvalidInput',
    'exportWallet InvalidInput',
    'refreshSession InvalidInput',
    'rejectAgentAction InvalidInput',
    'rejectTransaction InvalidInput',
    'revokeCredential InvalidInput',
    'revokeSession InvalidInput',
    'submitVerification InvalidInput',
    'closeBankConnection InvalidInput',
    'exchangeBankFiles InvalidInput',
  ],
  'the state of bank records (test/transports/rest/banks.test.ts)': [
    ...['createBankConnection', 'updateBankConnection', 'closeBankConnection', 'exchangeBankFiles'],
    ...['releaseBankFile', 'cancelBankFile', 'dismissBankFile', 'resolveBankEntry'],
    ...['assignUnmatchedDeposit', 'returnUnmatchedDeposit', 'setDirectDebitMandate'],
  ].map((operation) => `${operation} Conflict`),
  'a permission, as for every operation (see below)': [
    ...['updateBankConnection', 'closeBankConnection', 'exchangeBankFiles'],
    ...['releaseBankFile', 'cancelBankFile', 'dismissBankFile', 'resolveBankEntry'],
    ...['assignUnmatchedDeposit', 'returnUnmatchedDeposit'],
  ].map((operation) => `${operation} Forbidden`),
  'the state of a review (test/transports/rest/screening.test.ts, and the tests of the operations)': [
    'decideVerification Conflict',
    'decideVerification Forbidden',
    'decideScreeningMatch Conflict',
  ],
  'forms: no endpoint has codes or statuses of its own': [
    ...['Conflict', 'Forbidden', 'InvalidInput', 'NotFound'].flatMap((one) => [
      `uploadDocument ${one}`,
      `replaceDocument ${one}`,
    ]),
    'deleteDocument Conflict',
    ...['Conflict', 'Forbidden', 'InvalidInput'].map((one) => `importCustomers ${one}`),
  ],
  'a reused idempotency key (test/infrastructure/idempotency/once.test.ts), or the state of a record as in the operation above it':
    [
      'agentCreateExternalAccount Conflict',
      'agentCreateExternalAccount NotFound',
      'agentCreateQuote Conflict',
      'agentExecuteQuote InvalidInput',
      'agentTransferIn Conflict',
      'agentTransferOut Conflict',
      'redeemDeviceCode Conflict',
      'updateBeneficialOwner Conflict',
      'updateBeneficialOwner InvalidInput',
    ],
  'only a member gets it (test/members/members.test.ts)': ['deleteMember Conflict'],
  'needs something outside that fails, or many calls': [
    ...['addCredential', 'agentCreateQuote', 'challengeCredential', 'createQuote', 'sandboxSendTestWebhook'],
    ...['updateCustomer', 'verifyCredential'],
  ].map((operation) => `${operation} Upstream`),
  'counts calls, which tests of credentials, device codes and invitations (guesses.test.ts, over both APIs) do':
    [
      'cancelInvitation RateLimited',
      'claimInvitation RateLimited',
      'challengeCredential RateLimited',
      'createDeviceCode RateLimited',
      'redeemDeviceCode RateLimited',
      'verifyCredential RateLimited',
    ],
  'needs a hundred faults (test/sandbox/faults/create-fault.test.ts)': ['sandboxFault Conflict'],
  'has no input that could be wrong': ['deleteSandboxFaults InvalidInput'],
  'needs a long backlog of jobs (test/infrastructure/jobs/backlog.test.ts)': [
    ...[
      'agentCreateQuote',
      'agentExecuteQuote',
      'agentTransferIn',
      'agentTransferOut',
      'createQuote',
      'executeQuote',
      'transferIn',
      'transferOut',
    ].map((operation) => `${operation} RateLimited`),
  ],
  'the result type is one for several operations, of which this one never gives it': [
    'agentCreateQuote QuoteExpired',
    'agentCreateQuote Unauthorized',
    'agentExecuteQuote InsufficientBalance',
    'agentTransferIn InsufficientBalance',
    'agentTransferIn QuoteExpired',
    'agentTransferIn Unauthorized',
    'agentTransferOut InsufficientBalance',
    'agentTransferOut QuoteExpired',
    'agentTransferOut Unauthorized',
  ],
};

let service: Service;
let rest: Rest;
let world: World;
/** The error types that each operation returned. */
const provoked = new Map<string, Set<string>>();

beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
  world = await makeWorld(service, rest);
}, 60_000);
afterAll(() => service.stop());

const lastPart = (path: string) => path.split('.').at(-1) ?? path;

async function overGraphql({ operation, graphql, authorization }: Case) {
  const root = rootFields('mutation').find(({ field }) => field.name === operation);
  if (!root) throw new Error(`there is no ${operation}`);
  const variables = Object.fromEntries(
    Object.entries(graphql).filter(([name]) => root.field.args.some((arg) => arg.name === name)),
  );
  const { body } = await sendQuery(
    service,
    documentOf(root, `{ ${errorSelection} }`),
    variables,
    authorization === undefined ? {} : { authorization },
  );
  const error = body.data?.[operation];
  if (!error?.errorCode) throw new Error(`${operation}: ${JSON.stringify(body)}`);
  const types = provoked.get(operation) ?? new Set();
  provoked.set(operation, types.add(error.__typename));
  return {
    code: error.errorCode,
    status: error.httpStatus,
    reason: error.reason ?? undefined,
    fields: (error.fields ?? []).map(({ path }: { path: string }) => lastPart(path)).sort(),
    // A message about one field starts with its path, which differs between the APIs.
    message: error.fields ? undefined : error.message,
  };
}

async function overRest({ rest: [method, path, sent], authorization }: Case) {
  const { status, body } = await rest(method, path, {
    ...(sent && { body: sent }),
    ...(authorization !== undefined && { authorization }),
  });
  const fields: { field: string }[] | undefined = body?.details?.errors;
  return {
    code: body?.code,
    status,
    reason: body?.reason,
    fields: (fields ?? []).map(({ field }) => lastPart(field)).sort(),
    message: fields ? undefined : body?.message,
  };
}

describe('the same error over both APIs', () => {
  test.each(cases)('%s', async (_, of) => {
    const request = of(world);
    const graphql = await overGraphql(request);
    expect(await overRest(request)).toEqual(graphql);
    expect(graphql.status).toBeGreaterThanOrEqual(400);
  });

  const first = new Map(
    cases
      .map(([, of]) => of)
      .toReversed()
      .map((of) => [String(of), of]),
  );
  test('a credential without the permission gets the same FORBIDDEN error for every operation', async () => {
    const seen = new Set<string>();
    for (const of of first.values()) {
      const request = of(world);
      // Operations of agents need an agent, and a device code is redeemed without a credential.
      if (request.authorization || request.operation === 'redeemDeviceCode' || seen.has(request.operation))
        continue;
      seen.add(request.operation);
      const forbidden = { ...request, authorization: world.reader };
      const graphql = await overGraphql(forbidden);
      expect([request.operation, await overRest(forbidden)]).toEqual([request.operation, graphql]);
      expect([request.operation, graphql.code]).toEqual([request.operation, 'FORBIDDEN']);
    }
    expect(seen.size).toBeGreaterThan(35);
  });

  const both = routes.flatMap(({ method, path, graphql }) => {
    const root = rootFields('mutation').find(({ field }) => field.name === graphql);
    const union = root && getNamedType(root.field.type);
    const types = isUnionType(union) ? union.getTypes().map(({ name }) => name) : [];
    return graphql && types.length > 0 ? [{ method, path, operation: graphql, types }] : [];
  });

  test('each endpoint describes the statuses of its errors', () => {
    const statuses: Readonly<Record<string, readonly number[]>> = {
      InvalidInputError: [400],
      InsufficientBalanceError: [400],
      UnauthorizedError: [401],
      ForbiddenError: [403],
      PolicyViolationError: [403],
      NotFoundError: [404],
      ConflictError: [400, 409, 410],
      QuoteExpiredError: [400, 409],
      RateLimitedError: [429],
      UpstreamError: [400, 424, 501],
    };
    const missing = both.flatMap(({ method, path, operation, types }) => {
      const described = Object.keys(describedAt(path)?.[method.toLowerCase()]?.responses ?? {}).map(Number);
      return types
        .filter((type) => type.endsWith('Error'))
        .filter((type) => !statuses[type]?.some((status) => described.includes(status)))
        .map((type) => `${operation} ${type}`);
    });
    expect(missing).toEqual([]);
  });

  test('every error type of an operation has a case', () => {
    const known = new Set(
      Object.values(elsewhere)
        .flat()
        .map((one) => `${one}Error`),
    );
    const unprovoked = both.flatMap(({ operation, types }) =>
      types
        .filter((type) => type.endsWith('Error') && !provoked.get(operation)?.has(type))
        .map((type) => `${operation} ${type}`),
    );
    expect([...new Set(unprovoked)].filter((one) => !known.has(one)).sort()).toEqual([]);
  });
});
