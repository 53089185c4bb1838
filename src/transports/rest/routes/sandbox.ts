/** Endpoints that exist only in the sandbox. Source: docs/behaviour/sandbox.md; docs/behaviour/endpoints.md#sandbox-endpoints. */

import { AccountNotFound } from '../../../accounts/errors.ts';
import { transactionView } from '../../../payments/transactions/transaction-view.ts';
import { paymentCallerOf } from '../../../platforms/access/payment-caller.ts';
import {
  SandboxOidcTokenInput,
  sandboxOidcToken,
  sandboxOidcTokenView,
} from '../../../sandbox/create-oidc-token.ts';
import { createFault, SandboxFaultInput } from '../../../sandbox/faults/create-fault.ts';
import { deleteSandboxFault } from '../../../sandbox/faults/delete-fault.ts';
import { deleteSandboxFaults } from '../../../sandbox/faults/delete-faults.ts';
import { SandboxFaultNotFound } from '../../../sandbox/faults/errors.ts';
import { maxFaults } from '../../../sandbox/faults/fault.ts';
import { faultView } from '../../../sandbox/faults/fault-view.ts';
import { listSandboxFaults } from '../../../sandbox/faults/list-faults.ts';
import { FundAccountInput, fundAccount } from '../../../sandbox/fund-account.ts';
import { ReceiveUmaInput, sandboxReceiveUma } from '../../../sandbox/receive-uma.ts';
import { SandboxSendInput, sandboxSend } from '../../../sandbox/send.ts';
import { InternalAccount } from '../bodies/accounts.ts';
import { listOf } from '../bodies/common.ts';
import { Transaction } from '../bodies/payments.ts';
import { SandboxFault } from '../bodies/sandbox.ts';
import { SandboxOidcToken } from '../bodies/wallets.ts';
import { internalAccountBody } from '../response-bodies.ts';
import { idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Sandbox');

const faultId = { faultId: idIn('SandboxFault', SandboxFaultNotFound) };

export const sandboxRoutes = [
  route({
    method: 'POST',
    path: '/sandbox/internal-accounts/{accountId}/fund',
    name: 'fundAccount',
    graphql: 'sandboxFundAccount',
    summary: 'Credits an internal account immediately.',
    permission: 'TRANSACT',
    params: { accountId: idIn('InternalAccount', AccountNotFound) },
    body: FundAccountInput.omit({ accountId: true }),
    idempotent: 'first-response',
    status: 200,
    response: InternalAccount,
    errorStatuses: [409, 410],
    run: ({ ports, principal, idempotencyKey }, { params, body }) =>
      fundAccount(ports, principal, { ...params, ...body }, idempotencyKey),
    view: internalAccountBody,
  }),
  route({
    method: 'POST',
    path: '/sandbox/send',
    name: 'sandboxSend',
    graphql: 'sandboxSend',
    summary: 'Simulates an external payment to the payment instructions of a quote with real-time funding.',
    permission: 'TRANSACT',
    body: SandboxSendInput,
    status: 200,
    response: Transaction,
    errorStatuses: [404, 410],
    run: ({ ports, principal }, { body }) => sandboxSend(ports, paymentCallerOf(principal), body),
    view: transactionView,
  }),
  route({
    method: 'POST',
    path: '/sandbox/uma/receive',
    name: 'sandboxReceiveUma',
    graphql: 'sandboxReceiveUma',
    summary: 'Simulates an incoming UMA payment. It waits for an approval or a rejection.',
    permission: 'TRANSACT',
    body: ReceiveUmaInput,
    status: 200,
    response: Transaction,
    errorStatuses: [404],
    run: ({ ports, principal }, { body }) => sandboxReceiveUma(ports, paymentCallerOf(principal), body),
    view: transactionView,
  }),
  route({
    method: 'POST',
    path: '/sandbox/oidc-tokens',
    name: 'sandboxOidcToken',
    graphql: 'sandboxOidcToken',
    summary: 'Issues an OpenID Connect token in place of an issuer, for credentials of the type OAUTH.',
    permission: 'MANAGE_WALLET',
    body: SandboxOidcTokenInput,
    status: 201,
    response: SandboxOidcToken,
    run: ({ ports, principal }, { body }) => sandboxOidcToken(ports, principal, body),
    view: sandboxOidcTokenView,
  }),
  route({
    method: 'POST',
    path: '/sandbox/faults',
    name: 'createSandboxFault',
    graphql: 'sandboxFault',
    summary:
      'Makes the sandbox platform misbehave: requests, webhooks or updates of subscriptions that match have a fault, for a number of times or for a time.',
    permission: 'TRANSACT',
    body: SandboxFaultInput,
    status: 201,
    response: SandboxFault,
    errorStatuses: [409],
    run: ({ ports, principal }, { body }) => createFault(ports, principal, body),
    view: faultView,
  }),
  route({
    method: 'GET',
    path: '/sandbox/faults',
    name: 'listSandboxFaults',
    graphql: 'sandboxFaults',
    summary: 'Faults of the sandbox platform that have not expired, oldest first.',
    permission: 'TRANSACT',
    status: 200,
    response: listOf(SandboxFault, maxFaults),
    run: ({ ports, principal }) => listSandboxFaults(ports, principal),
    view: (faults) => ({ data: faults.map(faultView) }),
  }),
  route({
    method: 'DELETE',
    path: '/sandbox/faults/{faultId}',
    name: 'deleteSandboxFault',
    graphql: 'deleteSandboxFault',
    summary: 'Ends a fault of the sandbox platform.',
    permission: 'TRANSACT',
    params: faultId,
    status: 204,
    run: ({ ports, principal }, { params }) => deleteSandboxFault(ports, principal, params.faultId),
  }),
  route({
    method: 'DELETE',
    path: '/sandbox/faults',
    name: 'deleteSandboxFaults',
    graphql: 'deleteSandboxFaults',
    summary: 'Ends all faults of the sandbox platform.',
    permission: 'TRANSACT',
    status: 204,
    run: ({ ports, principal }) => deleteSandboxFaults(ports, principal),
  }),
];
