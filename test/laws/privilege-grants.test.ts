/**
 * An operation that grants a privilege requires this privilege. Every mutation of the schema is classified: it grants
 * privileges and requires them, or it grants none, and the list has the reason. A new mutation fails until it is classified.
 *
 * The test calls each granting operation with tokens of every subset of the permissions, over both APIs.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requiredPermissionOf } from '../../schema/platforms/permission-descriptions.ts';
import { agentPermissions } from '../../src/platforms/access/agent-permissions.ts';
import { permissionsFor } from '../../src/platforms/access/permissions.ts';
import { type Permission, permissions } from '../../src/platforms/platform.ts';
import { routes } from '../../src/transports/rest/routes/index.ts';
import { rootFields, sendQuery } from '../support/graphql-client.ts';
import { privilegeGrants } from '../support/privilege-grants.ts';
import { type Rest, restClient } from '../support/rest.ts';
import { basic, type Service, startService } from '../support/service.ts';

/** Mutations that grant no privileges, each with the reason. */
const grantNone: Readonly<Record<string, string>> = {
  addCredential: 'a session signs; the operation that carries the signature needs its own permission',
  challengeCredential: 'as addCredential',
  createPasskeyOptions: 'as addCredential',
  verifyCredential: 'as addCredential',
  refreshSession: 'as addCredential',
  revokeCredential: 'removes a privilege',
  revokeSession: 'removes a privilege',
  exportWallet: 'MANAGE covers export; the session of the wallet signs it',
  updateWalletPrivacy: 'a setting of one wallet, signed by its session',
  agentCreateExternalAccount: 'an agent, within its policy',
  agentCreateQuote: 'an agent, within its policy',
  agentExecuteQuote: 'an agent, within its policy',
  agentTransferIn: 'an agent, within its policy',
  agentTransferOut: 'an agent, within its policy',
  approveAgentAction: 'uses TRANSACT once',
  rejectAgentAction: 'uses TRANSACT once',
  approveTransaction: 'uses TRANSACT once',
  rejectTransaction: 'uses TRANSACT once',
  createQuote: 'uses TRANSACT once',
  executeQuote: 'uses TRANSACT once',
  transferIn: 'uses TRANSACT once',
  transferOut: 'uses TRANSACT once',
  sandboxFundAccount: 'uses TRANSACT once',
  sandboxReceiveUma: 'uses TRANSACT once',
  sandboxSend: 'uses TRANSACT once',
  sandboxOidcToken: 'MANAGE_WALLET covers credentials; the token identifies a person to them only',
  sandboxAdvanceClock: 'time grants no permission',
  sandboxFault: 'a fault disturbs requests and deliveries; it changes and reveals no record',
  deleteSandboxFault: 'ends a fault',
  deleteSandboxFaults: 'ends faults',
  sandboxSendTestWebhook: 'TEST requests no decision',
  redeliverWebhook: 'to endpoints that are registered already',
  redeliverWebhooks: 'to endpoints that are registered already',
  rotateWebhookKey: 'the private key stays on the server',
  redeemDeviceCode: 'the code is the proof; its issuer had the permissions that it grants',
  deleteAgent: 'removes a privilege',
  deleteApiToken: 'removes a privilege',
  updateRateSettings: 'a price grants nothing',
  deleteMember: 'removes a privilege',
  revokeMemberSession: 'removes a privilege',
  revokeAccessToken: 'removes a privilege',
  createInvitation: "the inviter's platform pays by itself, with TRANSACT",
  claimInvitation: 'the code is the proof; the inviter pays by itself',
  cancelInvitation: 'removes a privilege',
  createCustomer: 'a customer is no principal',
  importCustomers: 'a customer is no principal',
  updateCustomer: 'a customer is no principal',
  deleteCustomer: 'a customer is no principal',
  createBeneficialOwner: 'an owner is no principal',
  updateBeneficialOwner: 'an owner is no principal',
  createExternalAccount: 'MANAGE covers external accounts, the default deposit account included',
  deleteExternalAccount: 'MANAGE covers external accounts',
  setDirectDebitMandate: 'MANAGE covers external accounts; a pull credits an account of the same owner',
  submitVerification: 'about a customer, who is no principal',
  decideVerification: 'about a customer, who is no principal',
  decideScreeningMatch: 'about a customer, who is no principal',
  setVerificationProvider: 'MANAGE covers decisions on verifications, which the provider then makes',
  deleteVerificationProvider: 'removes a privilege',
  uploadDocument: 'about a customer, who is no principal',
  replaceDocument: 'about a customer, who is no principal',
  deleteDocument: 'about a customer, who is no principal',
  createBankConnection: 'MANAGE_BANKS covers what the files of a bank settle and credit',
  updateBankConnection: 'as createBankConnection',
  closeBankConnection: 'removes a privilege',
  exchangeBankFiles: 'exchanges what is due anyway',
  releaseBankFile: 'uses TRANSACT once',
  cancelBankFile: 'uses TRANSACT once',
  dismissBankFile: 'moves no money',
  assignUnmatchedDeposit: 'uses TRANSACT once',
  returnUnmatchedDeposit: 'uses TRANSACT once',
  resolveBankEntry: 'uses TRANSACT once',
};

/** REST routes that write and have no mutation. */
const restGrantsNone: Readonly<Record<string, string>> = {
  'POST /customers/{customerId}/kyc-link': 'a link to the identity check of a customer',
  'POST /crypto/estimate-withdrawal-fee': 'computes a price and changes nothing',
  'POST /agents/{agentId}/policy/backtest': 'computes what a policy would say and changes nothing',
};

/** Every set of permissions that a token can have, by the bits of 1 to 7. */
const subsets: readonly Permission[][] = Array.from({ length: 2 ** permissions.length - 1 }, (_, index) =>
  permissions.filter((_permission, bit) => (index + 1) & (1 << bit)),
);

let service: Service;
let rest: Rest;
const tokens = new Map<string, string>();

beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
  for (const held of subsets) {
    const { body } = await rest('POST', '/tokens', { body: { name: held.join(), permissions: held } });
    tokens.set(held.join(), basic(`${body.clientId}:${body.clientSecret}`));
  }
});
afterAll(() => service?.stop());

const mutations = rootFields('mutation');

describe('every operation that writes is classified', () => {
  test('each mutation of the schema is classified once', () => {
    const granting = new Set(privilegeGrants.map(({ mutation }) => mutation));
    const classified = [...granting, ...Object.keys(grantNone)].sort();
    expect(classified).toEqual(mutations.map(({ field }) => field.name).sort());
  });

  test('each route that writes is classified by its mutation or by itself', () => {
    const names = new Set(mutations.map(({ field }) => field.name));
    const unclassified = routes
      .filter(({ method, graphql }) => method !== 'GET' && !(graphql !== undefined && names.has(graphql)))
      .filter(({ caller }) => caller === 'platform')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => restGrantsNone[route] === undefined);
    expect(unclassified).toEqual([]);
  });

  test('both APIs require and document the same permission', () => {
    for (const { field } of mutations) {
      const required = requiredPermissionOf(field);
      expect(required !== undefined || field.extensions['public'] === true, field.name).toBe(true);
      for (const route of routes.filter(({ graphql }) => graphql === field.name)) {
        expect(route.permission, field.name).toBe(required);
      }
      for (const permission of required ? permissionsFor(required) : []) {
        if (!field.name.startsWith('agent')) expect(field.description).toContain(permission);
      }
    }
  });

  test('each permission of an agent has a case', () => {
    const granted = privilegeGrants.flatMap(({ grants }) => grants ?? []);
    expect([...new Set(granted)].sort()).toEqual([...agentPermissions].sort());
  });
});

test('a route names every permission that a token lacks, before it reads anything', async () => {
  for (const { method, path, permission: required, caller } of routes) {
    if (caller !== 'platform' || !required) continue;
    for (const held of subsets) {
      const missing = permissionsFor(required).filter((one) => !held.includes(one));
      if (missing.length === 0) continue;
      const sent = { authorization: tokens.get(held.join()) ?? null };
      const response = await rest(method, path.replace(/\{\w+\}/g, 'x'), sent);
      expect(response, `${method} ${path} with ${held}`).toMatchObject({
        status: 403,
        body: {
          code: 'FORBIDDEN',
          details: { requiredPermissions: permissions.filter((p) => missing.includes(p)) },
        },
      });
      expect(response.body.details.requiredPermission).toBe(response.body.details.requiredPermissions[0]);
    }
  }
});

const selection = `{ __typename ... on ServiceError { errorCode httpStatus message }
  ... on ForbiddenError { requiredPermission requiredPermissions } }`;

describe.each(privilegeGrants)('$mutation: $title', (one) => {
  const field = mutations.find(({ field: { name } }) => name === one.mutation)?.field;
  const required = field && requiredPermissionOf(field);

  /** Records for a forbidden call. It changes nothing, so the next one can use them. */
  let unchanged: Awaited<ReturnType<typeof one.prepare>> | undefined;

  test.each(subsets.map((held) => ({ held, title: held.join(' + ') })))('with $title', async ({ held }) => {
    if (!field || !required) throw new Error('the mutation requires a permission');
    const authorization = tokens.get(held.join()) ?? '';
    const lacked = (needed: readonly Permission[]) =>
      permissions.filter((permission) => needed.includes(permission) && !held.includes(permission));
    // The permissions for every call are checked before the input is read; those for the granted privileges after it.
    const always = lacked(permissionsFor(required));
    const missing = always.length > 0 ? always : lacked(one.needs);

    const prepare = async () => {
      const made = unchanged ?? (await one.prepare({ service, rest }));
      unchanged = missing.length > 0 ? made : undefined;
      return made;
    };
    const prepared = await prepare();
    const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
    const { body } = await sendQuery(
      service,
      `mutation(${declared}) { response: ${one.mutation}(${given}) ${selection} }`,
      prepared.variables,
      { authorization },
    );
    expect(body.errors).toBeUndefined();
    if (missing.length === 0) {
      expect(body.data.response).not.toHaveProperty('errorCode');
    } else {
      expect(body.data.response).toMatchObject({
        __typename: 'ForbiddenError',
        errorCode: 'FORBIDDEN',
        httpStatus: 403,
        requiredPermission: missing[0],
        requiredPermissions: missing,
      });
      for (const permission of missing) expect(body.data.response.message).toContain(permission);
    }

    const again = await prepare();
    if (!again.rest) return;
    const { method, path, body: sent } = again.rest;
    const response = await rest(method, path, { authorization, ...(sent !== undefined && { body: sent }) });
    if (missing.length === 0) {
      expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
    } else {
      expect(response).toMatchObject({
        status: 403,
        body: {
          code: 'FORBIDDEN',
          details: { requiredPermission: missing[0], requiredPermissions: missing },
        },
      });
    }
  });
});
