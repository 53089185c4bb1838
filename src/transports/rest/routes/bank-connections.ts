/** Bank connections, their files and their reconciliation. Source: docs/behaviour/bank-connections.md. */

import { z } from 'zod';
import { idSchema } from '../../../kernel/ids.ts';
import { oneOf, optional } from '../../../kernel/parse.ts';
import { connectionStatuses } from '../../../rails/bank-connections/bank-connection.ts';
import { CreateBankConnectionInput } from '../../../rails/bank-connections/connection-input.ts';
import { bankConnectionView } from '../../../rails/bank-connections/connection-view.ts';
import {
  createBankConnection,
  UpdateBankConnectionInput,
  updateBankConnection,
} from '../../../rails/bank-connections/manage-connections.ts';
import { countConnections, findConnection, listConnections } from '../../../rails/bank-connections/store.ts';
import { fileDirections, fileStatuses } from '../../../rails/bank-payments/bank-payment.ts';
import { closeBankConnection } from '../../../rails/bank-payments/close-connection.ts';
import {
  BankFileDecisionInput,
  cancelBankFile,
  dismissBankFile,
  releaseBankFile,
} from '../../../rails/bank-payments/decide-file.ts';
import {
  countFiles,
  findFiles,
  isWideFileFilter,
  listFiles,
} from '../../../rails/bank-payments/file-store.ts';
import { BankConnectionNotFound, BankFileNotFound } from '../../../rails/errors.ts';
import { exchangeBankFiles } from '../../../rails/exchanger.ts';
import {
  BankReconciliationInput,
  bankReconciliation,
} from '../../../rails/reconciliation/bank-reconciliation.ts';
import { bankReconciliationView } from '../../../rails/reconciliation/reconciliation-view.ts';
import { bankFileBodies, bankFileBody } from '../bank-bodies.ts';
import { BankConnection, BankFile, BankReconciliation } from '../bodies/bank.ts';
import { pageOf } from '../bodies/common.ts';
import { pageView, paging, readPage } from '../query.ts';
import { identifiersFor, nowOf } from '../response-bodies.ts';
import { type Call, found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Banks');

const ofConnection = { connectionId: idIn('BankConnection', BankConnectionNotFound) };
const ofFile = { fileId: idIn('BankFile', BankFileNotFound) };

const connectionBody = (
  connection: Parameters<typeof bankConnectionView>[0],
  { principal }: Call<'platform'>,
) => bankConnectionView(connection, identifiersFor(principal));

const stepUp = 'A calling member needs a step-up.';

/** What a person decides about a file. */
const fileDecision = ({
  path,
  name,
  summary,
  decide,
}: {
  readonly path: `/bank-files/{fileId}/${string}`;
  readonly name: 'releaseBankFile' | 'cancelBankFile' | 'dismissBankFile';
  readonly summary: string;
  readonly decide: typeof releaseBankFile | typeof dismissBankFile;
}) =>
  route({
    method: 'POST',
    path,
    name,
    graphql: name,
    summary,
    permission: 'DECIDE_BANK_RECORDS',
    alsoNeeds: stepUp,
    params: ofFile,
    body: BankFileDecisionInput.omit({ id: true }),
    status: 200,
    response: BankFile,
    errorStatuses: [409],
    run: ({ ports, principal }, { params, body }) => decide(ports, principal, { ...body, id: params.fileId }),
    view: bankFileBody,
  });

export const bankConnectionRoutes = [
  route({
    method: 'GET',
    path: '/bank-connections',
    name: 'listBankConnections',
    graphql: 'bankConnections',
    summary: 'Bank connections, newest first.',
    permission: 'VIEW_PLATFORM',
    query: z.object({ status: optional(oneOf(connectionStatuses)), ...paging }),
    status: 200,
    response: pageOf(BankConnection),
    run: ({ ports, principal: { platform } }, { query: { limit, cursor, ...filter } }) =>
      readPage(
        ports,
        'bankConnections',
        { limit, cursor, ...filter },
        (db, page) => listConnections(db, platform.id, filter, page),
        (db) => countConnections(db, platform.id, filter),
      ),
    view: (result, call) =>
      pageView(
        result,
        result.page.items.map((connection) => connectionBody(connection, call)),
      ),
  }),
  route({
    method: 'POST',
    path: '/bank-connections',
    name: 'createBankConnection',
    graphql: 'createBankConnection',
    summary: 'Connects an account at a bank to a production platform.',
    permission: 'MANAGE_BANKS',
    alsoNeeds: stepUp,
    body: CreateBankConnectionInput,
    status: 201,
    response: BankConnection,
    errorStatuses: [409],
    run: ({ ports, principal }, { body }) => createBankConnection(ports, principal, body),
    view: connectionBody,
  }),
  route({
    method: 'GET',
    path: '/bank-connections/{connectionId}',
    name: 'getBankConnection',
    graphql: 'bankConnection',
    summary: 'Returns one bank connection.',
    permission: 'VIEW_PLATFORM',
    params: ofConnection,
    status: 200,
    response: BankConnection,
    run: async ({ ports, principal: { platform } }, { params: { connectionId: id } }) =>
      found(await findConnection(ports.db.orm, platform.id, id), () => new BankConnectionNotFound(id)),
    view: connectionBody,
  }),
  route({
    method: 'PATCH',
    path: '/bank-connections/{connectionId}',
    name: 'updateBankConnection',
    graphql: 'updateBankConnection',
    summary: 'Changes a bank connection. Omitted fields stay unchanged.',
    permission: 'MANAGE_BANKS',
    alsoNeeds: stepUp,
    params: ofConnection,
    body: UpdateBankConnectionInput.omit({ id: true }),
    status: 200,
    response: BankConnection,
    errorStatuses: [409],
    run: ({ ports, principal }, { params, body }) =>
      updateBankConnection(ports, principal, { ...body, id: params.connectionId }),
    view: connectionBody,
  }),
  route({
    method: 'POST',
    path: '/bank-connections/{connectionId}/close',
    name: 'closeBankConnection',
    graphql: 'closeBankConnection',
    summary: 'Closes a bank connection whose payments are all settled.',
    permission: 'MANAGE_BANKS',
    alsoNeeds: stepUp,
    params: ofConnection,
    status: 200,
    response: BankConnection,
    errorStatuses: [409],
    run: ({ ports, principal }, { params }) =>
      closeBankConnection(ports, principal, { id: params.connectionId }),
    view: connectionBody,
  }),
  route({
    method: 'POST',
    path: '/bank-connections/{connectionId}/exchange',
    name: 'exchangeBankFiles',
    graphql: 'exchangeBankFiles',
    summary: 'Exchanges the files of a connection now. A bank that cannot be reached is no error.',
    permission: 'TRANSACT',
    params: ofConnection,
    status: 200,
    response: BankConnection,
    errorStatuses: [409],
    run: ({ ports, principal }, { params }) => exchangeBankFiles(ports, principal, params),
    view: connectionBody,
  }),
  route({
    method: 'GET',
    path: '/bank-connections/{connectionId}/reconciliation',
    name: 'getBankReconciliation',
    graphql: 'bankReconciliation',
    summary: 'Compares statements with each other and with the ledger.',
    permission: 'VIEW_PLATFORM',
    params: ofConnection,
    query: BankReconciliationInput.omit({ connectionId: true }),
    status: 200,
    response: BankReconciliation,
    run: (call, { params, query }) =>
      bankReconciliation(call.ports.db.orm, call.principal.platform.id, { ...query, ...params }, nowOf(call)),
    view: bankReconciliationView,
  }),
  route({
    method: 'GET',
    path: '/bank-files',
    name: 'listBankFiles',
    graphql: 'bankFiles',
    summary: 'Files that are exchanged with banks, newest first.',
    permission: 'VIEW_PLATFORM',
    query: z.object({
      connectionId: optional(idSchema('BankConnection')),
      direction: optional(oneOf(fileDirections)),
      status: optional(oneOf(fileStatuses)),
      ...paging,
    }),
    status: 200,
    response: pageOf(BankFile),
    run: ({ ports, principal: { platform } }, { query: { limit, cursor, ...filter } }) =>
      readPage(
        ports,
        'bankFiles',
        { limit, cursor, ...filter },
        (db, page) => listFiles(db, platform.id, filter, page),
        (db) => countFiles(db, platform.id, filter),
        { isWide: isWideFileFilter(filter) },
      ),
    view: async (result, call) => pageView(result, await bankFileBodies(call, result.page.items)),
  }),
  route({
    method: 'GET',
    path: '/bank-files/{fileId}',
    name: 'getBankFile',
    graphql: 'bankFile',
    summary: 'Returns one bank file.',
    permission: 'VIEW_PLATFORM',
    params: ofFile,
    status: 200,
    response: BankFile,
    run: async ({ ports, principal: { platform } }, { params: { fileId: id } }) => {
      const [file] = await findFiles(ports.db.orm, platform.id, [id]);
      return found(file, () => new BankFileNotFound(id));
    },
    view: bankFileBody,
  }),
  fileDecision({
    path: '/bank-files/{fileId}/release',
    name: 'releaseBankFile',
    summary: 'Releases a file that waits for a decision. The second release makes it ready.',
    decide: releaseBankFile,
  }),
  fileDecision({
    path: '/bank-files/{fileId}/cancel',
    name: 'cancelBankFile',
    summary: 'Cancels a file that waits for a decision. Its payments fail and are refunded.',
    decide: cancelBankFile,
  }),
  fileDecision({
    path: '/bank-files/{fileId}/dismiss',
    name: 'dismissBankFile',
    summary: 'Dismisses a file of the bank that is in quarantine. Nothing of it is booked.',
    decide: dismissBankFile,
  }),
];
