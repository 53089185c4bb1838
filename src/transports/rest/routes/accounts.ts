/** Internal and external accounts. Source: docs/behaviour/accounts.md#internal-accounts, docs/behaviour/accounts.md#account-types, docs/behaviour/accounts.md#external-accounts-and-beneficiaries, docs/behaviour/endpoints.md#further-endpoints. */
import { z } from 'zod';
import { AccountNotFound } from '../../../accounts/errors.ts';
import { restAccountInfo, restAccountInfoTypes } from '../../../accounts/external/account-info-input.ts';
import {
  agentExternalAccountInput,
  createExternalAccount,
  createExternalAccountInput,
} from '../../../accounts/external/create-external-account.ts';
import { deleteExternalAccount } from '../../../accounts/external/delete-external-account.ts';
import {
  countExternalAccounts,
  type ExternalAccountFilter,
  findExternalAccount,
  listExternalAccounts,
} from '../../../accounts/external/external-account-store.ts';
import { externalAccountView } from '../../../accounts/external/external-account-view.ts';
import {
  SetDirectDebitMandateInput,
  setDirectDebitMandate,
} from '../../../accounts/external/set-direct-debit-mandate.ts';
import {
  ExternalAccountFilterInput,
  InternalAccountFilterInput,
  isWideAccountFilter,
} from '../../../accounts/filters.ts';
import { maxAccountsOfOwner } from '../../../accounts/internal/internal-account.ts';
import {
  countInternalAccounts,
  findInternalAccount,
  type InternalAccountFilter,
  listInternalAccounts,
  platformAccounts,
} from '../../../accounts/internal/internal-account-store.ts';
import type { Id } from '../../../kernel/ids.ts';
import { type Principal, scopeOf } from '../../../platforms/access/principal.ts';
import type { Ports } from '../../../sandbox/ports.ts';
import { ExternalAccount, InternalAccount } from '../bodies/accounts.ts';
import { listOf, pageOf } from '../bodies/common.ts';
import { pageView, paging, readPage } from '../query.ts';
import { identifiersFor, internalAccountBodies, internalAccountBody } from '../response-bodies.ts';
import { type Call, found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Accounts');

/** Moves `platformAccountId` out of the account info, where older samples of the interface have it. */
const liftPlatformAccountId = (value: unknown): unknown => {
  const { accountInfo, ...rest } = value as { accountInfo?: { platformAccountId?: unknown } };
  return { platformAccountId: accountInfo?.platformAccountId, ...rest, accountInfo };
};

const describedAccountInfo = restAccountInfoTypes.meta({ id: 'NewAccountInfo' }) as typeof restAccountInfo;

const externalAccountBody = z.preprocess(liftPlatformAccountId, createExternalAccountInput(restAccountInfo));
export const agentExternalAccountBody = z.preprocess(
  liftPlatformAccountId,
  agentExternalAccountInput(restAccountInfo),
);
export const describedExternalAccountBody = createExternalAccountInput(describedAccountInfo).meta({
  id: 'NewExternalAccount',
});

const { currency, type } = InternalAccountFilterInput.shape;

type Caller = Pick<Call<'platform' | 'agent'>, 'ports' | 'principal'>;

/** A page of internal accounts that the caller may see. */
export const internalAccountPage = (
  { ports, principal }: Caller,
  { limit, cursor, ...filter }: InternalAccountFilter & { limit?: unknown; cursor?: string | undefined },
) =>
  readPage(
    ports,
    'internalAccounts',
    { limit, cursor, ...filter },
    (db, page) => listInternalAccounts(db, scopeOf(principal), filter, page),
    (db) => countInternalAccounts(db, scopeOf(principal), filter),
    { isWide: isWideAccountFilter(filter) },
  );

/** A page of external accounts that the caller may see. */
export const externalAccountPage = (
  { ports, principal }: Caller,
  { limit, cursor, ...filter }: ExternalAccountFilter & { limit?: unknown; cursor?: string | undefined },
) =>
  readPage(
    ports,
    'externalAccounts',
    { limit, cursor, ...filter },
    (db, page) => listExternalAccounts(db, scopeOf(principal), filter, page),
    (db) => countExternalAccounts(db, scopeOf(principal), filter),
    { isWide: isWideAccountFilter(filter) },
  );

/** The owners of the accounts at a path: the customers, or the platform itself. */
interface AccountOwner {
  readonly path: '/customers' | '/platform';
  /** Part of the endpoint names. */
  readonly nameInfix: 'Customers' | 'Platform';
  /** Names in the summaries: one owner, and all of them. */
  readonly owner: string;
  readonly owners: string;
}

/** The account, if it has this kind of owner. */
async function accountOf(
  { path }: AccountOwner,
  ports: Pick<Ports, 'db'>,
  principal: Principal,
  id: Id<'ExternalAccount'>,
) {
  const account = await findExternalAccount(ports.db.orm, scopeOf(principal), id);
  const hasOwner = account && (account.customerId === undefined) === (path === '/platform');
  return found(hasOwner ? account : undefined, () => new AccountNotFound(id));
}

const externalAccountRoutes = (owner: AccountOwner) => [
  route({
    method: 'GET',
    path: `${owner.path}/external-accounts`,
    name: `list${owner.nameInfix}ExternalAccounts`,
    graphql: 'externalAccounts',
    summary: `External accounts of ${owner.owners}, newest first.`,
    permission: 'VIEW',
    query: z.object({
      currency: ExternalAccountFilterInput.shape.currency,
      ...(owner.path === '/customers' && { customerId: ExternalAccountFilterInput.shape.customerId }),
      ...paging,
    }),
    status: 200,
    response: pageOf(ExternalAccount),
    run: (call, { query }) =>
      externalAccountPage(call, {
        platformOwned: owner.path === '/platform',
        ...(query as ExternalAccountFilter),
      }),
    view: (result, { principal }) =>
      pageView(
        result,
        result.page.items.map((account) => externalAccountView(account, identifiersFor(principal))),
      ),
  }),
  route({
    method: 'POST',
    path: `${owner.path}/external-accounts`,
    name: `create${owner.nameInfix}ExternalAccount`,
    graphql: 'createExternalAccount',
    summary: `Creates an external account of ${owner.owner}.`,
    permission: 'MANAGE',
    body: externalAccountBody,
    describedBody: describedExternalAccountBody,
    idempotent: 'current-record',
    status: 201,
    response: ExternalAccount,
    errorStatuses: [404, 409, 410],
    run: ({ ports, principal, idempotencyKey }, { body }) =>
      createExternalAccount(
        ports,
        principal,
        owner.path === '/platform' ? { ...body, customerId: undefined } : body,
        idempotencyKey,
      ),
    view: (account) => externalAccountView(account, 'shown'),
  }),
  route({
    method: 'GET',
    path: `${owner.path}/external-accounts/{externalAccountId}`,
    name: `get${owner.nameInfix}ExternalAccount`,
    graphql: 'externalAccount',
    summary: `Returns one external account of ${owner.owner}.`,
    permission: 'VIEW',
    params: { externalAccountId: idIn('ExternalAccount', AccountNotFound) },
    status: 200,
    response: ExternalAccount,
    run: ({ ports, principal }, { params }) => accountOf(owner, ports, principal, params.externalAccountId),
    view: (account, { principal }) => externalAccountView(account, identifiersFor(principal)),
  }),
  route({
    method: 'PUT',
    path: `${owner.path}/external-accounts/{externalAccountId}/direct-debit-mandate`,
    name: `set${owner.nameInfix}DirectDebitMandate`,
    graphql: 'setDirectDebitMandate',
    summary: `Records the mandate for SEPA direct debits from an external account of ${owner.owner}.`,
    permission: 'MANAGE',
    params: { externalAccountId: idIn('ExternalAccount', AccountNotFound) },
    body: SetDirectDebitMandateInput.omit({ externalAccountId: true }),
    status: 200,
    response: ExternalAccount,
    errorStatuses: [409],
    run: async ({ ports, principal }, { params: { externalAccountId }, body }) => {
      const account = await accountOf(owner, ports, principal, externalAccountId);
      return account instanceof AccountNotFound
        ? account
        : setDirectDebitMandate(ports, principal, { externalAccountId, ...body });
    },
    view: (account, { principal }) => externalAccountView(account, identifiersFor(principal)),
  }),
  route({
    method: 'DELETE',
    path: `${owner.path}/external-accounts/{externalAccountId}`,
    name: `delete${owner.nameInfix}ExternalAccount`,
    graphql: 'deleteExternalAccount',
    summary: `Deletes an external account of ${owner.owner} that no payment in progress uses.`,
    permission: 'MANAGE',
    params: { externalAccountId: idIn('ExternalAccount', AccountNotFound) },
    status: 204,
    errorStatuses: [409],
    run: async ({ ports, principal }, { params: { externalAccountId: id } }) => {
      const account = await accountOf(owner, ports, principal, id);
      return account instanceof AccountNotFound
        ? account
        : deleteExternalAccount(ports, principal.platform, scopeOf(principal), id);
    },
  }),
];

export const accountRoutes = [
  route({
    method: 'GET',
    path: '/customers/internal-accounts',
    name: 'listCustomersInternalAccounts',
    graphql: 'internalAccounts',
    summary: 'Internal accounts of customers, newest first.',
    permission: 'VIEW',
    query: InternalAccountFilterInput.extend(paging),
    status: 200,
    response: pageOf(InternalAccount),
    run: (call, { query }) => internalAccountPage(call, query),
    view: async (result, call) => pageView(result, await internalAccountBodies(call, result.page.items)),
  }),
  route({
    method: 'GET',
    path: '/platform/internal-accounts',
    name: 'listPlatformInternalAccounts',
    graphql: 'platformAccounts',
    summary: 'Internal accounts of the platform.',
    permission: 'VIEW_PLATFORM',
    query: z.object({ currency, type }),
    status: 200,
    response: listOf(InternalAccount, maxAccountsOfOwner),
    run: ({ ports, principal }, { query }) => platformAccounts(ports.db.orm, scopeOf(principal), query),
    view: async (accounts, call) => ({ data: await internalAccountBodies(call, accounts) }),
  }),
  route({
    method: 'GET',
    path: '/internal-accounts/{id}',
    name: 'getInternalAccount',
    graphql: 'internalAccount',
    summary: 'Returns one internal account.',
    permission: 'VIEW',
    params: { id: idIn('InternalAccount', AccountNotFound) },
    status: 200,
    response: InternalAccount,
    run: async ({ ports, principal }, { params: { id } }) =>
      found(await findInternalAccount(ports.db.orm, scopeOf(principal), id), () => new AccountNotFound(id)),
    view: internalAccountBody,
  }),
  ...externalAccountRoutes({
    path: '/customers',
    nameInfix: 'Customers',
    owner: 'a customer',
    owners: 'customers',
  }),
  ...externalAccountRoutes({
    path: '/platform',
    nameInfix: 'Platform',
    owner: 'the platform',
    owners: 'the platform',
  }),
];
