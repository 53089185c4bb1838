/** Bank entries and unmatched deposits. Source: docs/behaviour/bank-connections.md#breaks, docs/behaviour/bank-connections.md#unmatched-deposits. */
import { z } from 'zod';
import { idSchema } from '../../../kernel/ids.ts';
import { calendarDate, oneOf, optional } from '../../../kernel/parse.ts';
import { entryKinds } from '../../../rails/bank-records/bank-entry.ts';
import {
  countEntries,
  findEntries,
  isWideEntryFilter,
  listEntries,
} from '../../../rails/bank-records/entry-store.ts';
import { ResolveBankEntryInput, resolveBankEntry } from '../../../rails/bank-statements/resolve-entry.ts';
import {
  AssignDepositInput,
  assignDeposit,
  ReturnDepositInput,
  returnDeposit,
} from '../../../rails/deposits/decide-deposit.ts';
import {
  countUnmatched,
  findUnmatched,
  isWideDepositFilter,
  listUnmatched,
} from '../../../rails/deposits/store.ts';
import { depositStatuses } from '../../../rails/deposits/unmatched-deposit.ts';
import { BankEntryNotFound, UnmatchedDepositNotFound } from '../../../rails/errors.ts';
import { bankEntryBodies, bankEntryBody, depositBodies, depositBody } from '../bank-bodies.ts';
import { BankEntry, UnmatchedDeposit } from '../bodies/bank.ts';
import { pageOf } from '../bodies/common.ts';
import { flag, pageView, paging, readPage } from '../query.ts';
import { found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Banks');

const ofEntry = { entryId: idIn('BankEntry', BankEntryNotFound) };
const ofDeposit = { depositId: idIn('UnmatchedDeposit', UnmatchedDepositNotFound) };

const stepUp = 'A calling member needs a step-up.';

export const bankRecordRoutes = [
  route({
    method: 'GET',
    path: '/bank-entries',
    name: 'listBankEntries',
    graphql: 'bankEntries',
    summary: 'Entries of bank statements, newest first.',
    permission: 'VIEW_PLATFORM',
    query: z.object({
      connectionId: optional(idSchema('BankConnection')),
      statementId: optional(idSchema('BankStatement')),
      kind: optional(oneOf(entryKinds)),
      isOpenBreak: optional(flag),
      bookedOn: optional(calendarDate),
      ...paging,
    }),
    status: 200,
    response: pageOf(BankEntry),
    run: ({ ports, principal: { platform } }, { query: { limit, cursor, ...filter } }) =>
      readPage(
        ports,
        'bankEntries',
        { limit, cursor, ...filter },
        (db, page) => listEntries(db, platform.id, filter, page),
        (db) => countEntries(db, platform.id, filter),
        { isWide: isWideEntryFilter(filter) },
      ),
    view: async (result, call) => pageView(result, await bankEntryBodies(call, result.page.items)),
  }),
  route({
    method: 'GET',
    path: '/bank-entries/{entryId}',
    name: 'getBankEntry',
    graphql: 'bankEntry',
    summary: 'Returns one bank entry, with its first movements.',
    permission: 'VIEW_PLATFORM',
    params: ofEntry,
    status: 200,
    response: BankEntry,
    run: async ({ ports, principal: { platform } }, { params: { entryId: id } }) => {
      const [entry] = await findEntries(ports.db.orm, platform.id, [id]);
      return found(entry, () => new BankEntryNotFound(id));
    },
    view: bankEntryBody,
  }),
  route({
    method: 'POST',
    path: '/bank-entries/{entryId}/resolve',
    name: 'resolveBankEntry',
    graphql: 'resolveBankEntry',
    summary: 'Closes a break with a comment.',
    permission: 'DECIDE_BANK_RECORDS',
    alsoNeeds: stepUp,
    params: ofEntry,
    body: ResolveBankEntryInput.omit({ id: true }),
    status: 200,
    response: BankEntry,
    errorStatuses: [409],
    run: ({ ports, principal }, { params, body }) =>
      resolveBankEntry(ports, principal, { ...body, id: params.entryId }),
    view: bankEntryBody,
  }),
  route({
    method: 'GET',
    path: '/unmatched-deposits',
    name: 'listUnmatchedDeposits',
    graphql: 'unmatchedDeposits',
    summary: 'Deposits that were not credited to an account, newest first.',
    permission: 'VIEW_PLATFORM',
    query: z.object({
      connectionId: optional(idSchema('BankConnection')),
      status: optional(oneOf(depositStatuses)),
      ...paging,
    }),
    status: 200,
    response: pageOf(UnmatchedDeposit),
    run: ({ ports, principal: { platform } }, { query: { limit, cursor, ...filter } }) =>
      readPage(
        ports,
        'unmatchedDeposits',
        { limit, cursor, ...filter },
        (db, page) => listUnmatched(db, platform.id, filter, page),
        (db) => countUnmatched(db, platform.id, filter),
        { isWide: isWideDepositFilter(filter) },
      ),
    view: async (result, call) => pageView(result, await depositBodies(call, result.page.items)),
  }),
  route({
    method: 'GET',
    path: '/unmatched-deposits/{depositId}',
    name: 'getUnmatchedDeposit',
    graphql: 'unmatchedDeposit',
    summary: 'Returns one unmatched deposit.',
    permission: 'VIEW_PLATFORM',
    params: ofDeposit,
    status: 200,
    response: UnmatchedDeposit,
    run: async ({ ports, principal: { platform } }, { params: { depositId: id } }) => {
      const [deposit] = await findUnmatched(ports.db.orm, platform.id, [id]);
      return found(deposit, () => new UnmatchedDepositNotFound(id));
    },
    view: depositBody,
  }),
  route({
    method: 'POST',
    path: '/unmatched-deposits/{depositId}/assign',
    name: 'assignUnmatchedDeposit',
    graphql: 'assignUnmatchedDeposit',
    summary: 'Credits an unmatched deposit to an account.',
    permission: 'DECIDE_BANK_RECORDS',
    alsoNeeds: stepUp,
    params: ofDeposit,
    body: AssignDepositInput.omit({ id: true }),
    status: 200,
    response: UnmatchedDeposit,
    errorStatuses: [409],
    run: ({ ports, principal }, { params, body }) =>
      assignDeposit(ports, principal, { ...body, id: params.depositId }),
    view: depositBody,
  }),
  route({
    method: 'POST',
    path: '/unmatched-deposits/{depositId}/return',
    name: 'returnUnmatchedDeposit',
    graphql: 'returnUnmatchedDeposit',
    summary: 'Returns an unmatched deposit to the account of its depositor.',
    permission: 'DECIDE_BANK_RECORDS',
    alsoNeeds: stepUp,
    params: ofDeposit,
    body: ReturnDepositInput.omit({ id: true }),
    status: 200,
    response: UnmatchedDeposit,
    errorStatuses: [409],
    run: ({ ports, principal }, { params, body }) =>
      returnDeposit(ports, principal, { ...body, id: params.depositId }),
    view: depositBody,
  }),
];
