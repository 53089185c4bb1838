/** Deposits that no account got: type, queries, assignment and return. */
import { z } from 'zod';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { oneOf, optional } from '../../src/kernel/parse.ts';
import { counterpartyAs } from '../../src/rails/bank-connections/masked-party.ts';
import { decisionsOfAll, ofRound, type RoundDecision } from '../../src/rails/decisions/store.ts';
import {
  AssignDepositInput,
  assignDeposit,
  ReturnDepositInput,
  returnDeposit,
} from '../../src/rails/deposits/decide-deposit.ts';
import {
  countUnmatched,
  findUnmatched,
  isWideDepositFilter,
  listUnmatched,
} from '../../src/rails/deposits/store.ts';
import {
  depositDecisions,
  depositStatuses,
  type UnmatchedDeposit,
} from '../../src/rails/deposits/unmatched-deposit.ts';
import { InternalAccountRef, internalAccountById } from '../accounts/internal-accounts.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, platformOf, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { MoneyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { TransactionRef, transactionById } from '../payments/transactions.ts';
import { identifiersFor } from './bank-connection-parts.ts';
import { BankConnectionRef, connectionById, existing } from './bank-connections.ts';
import { BankDecisionRef, maxDecisions } from './bank-decisions.ts';
import { BankCounterpartyRef, BankEntryRef, entryById } from './bank-entries.ts';

const depositById = batched<Id<'UnmatchedDeposit'>, UnmatchedDeposit>(
  'unmatchedDepositById',
  async (context, ids) =>
    byId(await findUnmatched(context.ports.db.orm, principalOf(context).platform.id, ids)),
);

const decisionsOfDeposit = batched<Id<'UnmatchedDeposit'>, readonly RoundDecision[]>(
  'decisionsOfUnmatchedDeposit',
  (context, ids) => decisionsOfAll(context.ports.db.orm, principalOf(context).platform.id, ids),
);

const UnmatchedDepositStatusEnum = describedEnum(
  'UnmatchedDepositStatus',
  'Status of an unmatched deposit.',
  depositStatuses,
  {
    OPEN: 'It waits for a decision.',
    IN_REVIEW: 'One person has decided. A second must confirm.',
    ASSIGNED: 'It was credited to an account, or waits for the approval of its payment.',
    RETURNED: 'It is returned to the depositor by a file.',
  },
);

const UnmatchedDepositDecisionEnum = describedEnum(
  'UnmatchedDepositDecision',
  'Decision on an unmatched deposit.',
  depositDecisions,
  { ASSIGN: 'Credit an account.', RETURN: 'Return it to the depositor.' },
);

const UnmatchedDepositRef = builder.objectRef<UnmatchedDeposit>('UnmatchedDeposit').implement({
  description: 'A deposit that was not credited to an account. People assign it to an account or return it.',
  interfaces: [NodeRef],
  fields: (t) => ({
    connection: t.field({
      type: BankConnectionRef,
      description: 'The connection of the deposit.',
      resolve: ({ connectionId }, _args, context) => existing(connectionById(context, connectionId)),
    }),
    entry: t.field({
      type: BankEntryRef,
      description: 'The entry of the statement.',
      resolve: ({ entryId }, _args, context) => existing(entryById(context, entryId)),
    }),
    amount: t.field({
      type: MoneyRef,
      description: 'Amount of the deposit.',
      resolve: ({ amount, currency }) => ({ amount, currency }),
    }),
    depositor: t.field({
      type: BankCounterpartyRef,
      nullable: true,
      description: 'Who paid, if the bank names the party.',
      resolve: ({ depositor }, _args, context) =>
        depositor ? counterpartyAs(depositor, identifiersFor(context)) : null,
    }),
    remittance: t.string({
      nullable: true,
      description: 'Remittance text, or reference, of the depositor.',
      resolve: ({ remittance }) => remittance ?? null,
    }),
    status: t.field({
      type: UnmatchedDepositStatusEnum,
      description: 'Status of the deposit.',
      resolve: ({ status }) => status,
    }),
    reason: t.string({
      // Errors of the same results have a nullable field of this name.
      nullable: true,
      description: 'Why it was not credited: a sentence.',
      resolve: ({ reason }) => reason,
    }),
    decision: t.field({
      type: UnmatchedDepositDecisionEnum,
      nullable: true,
      description: 'The decision of the current round; null while there is none.',
      resolve: ({ decision }) => decision ?? null,
    }),
    decidedAccount: t.field({
      type: InternalAccountRef,
      nullable: true,
      description: 'Account of the decision ASSIGN.',
      resolve: async ({ decidedAccountId }, _args, context) =>
        decidedAccountId ? ((await internalAccountById(context, decidedAccountId)) ?? null) : null,
    }),
    decisions: t.field({
      type: [BankDecisionRef],
      bound: maxDecisions,
      description: 'Who decided, in the current round. Another decision starts a new round.',
      resolve: async ({ id, round }, _args, context) =>
        ofRound((await decisionsOfDeposit(context, id)) ?? [], round),
    }),
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description:
        'The transaction that credited it, or that was not approved, could not be credited or was refunded.',
      resolve: async ({ transactionId }, _args, context) =>
        transactionId ? ((await transactionById(context, transactionId)) ?? null) : null,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Creation time.', resolve: (d) => d.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
});

registerNode('UnmatchedDeposit', 'UnmatchedDeposit', depositById);

const UnmatchedDepositConnection = connectionOf('UnmatchedDeposit', UnmatchedDepositRef, {
  createdIn: 'unmatchedDeposits',
});

const UnmatchedDepositFilter = builder.inputType('UnmatchedDepositFilter', {
  description: 'Filter for unmatched deposits. A record must match all given fields.',
  fields: (t) => ({
    connectionId: t.id({ description: 'BankConnection:<uuid>' }),
    status: t.field({ type: UnmatchedDepositStatusEnum, description: 'Status of the deposit.' }),
  }),
});

builder.queryFields((t) => ({
  unmatchedDeposit: t.field({
    type: UnmatchedDepositRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Returns one unmatched deposit; null if there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'UnmatchedDeposit:<uuid>' }) },
    ...accepting({ id: idSchema('UnmatchedDeposit') }, ({ id }, context) => depositById(context, id)),
  }),
  unmatchedDeposits: t.field({
    type: UnmatchedDepositConnection,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Unmatched deposits, newest first.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: UnmatchedDepositFilter, description: 'Filter for the list.' }),
    },
    ...listing(
      'unmatchedDeposits',
      z.object({
        connectionId: optional(idSchema('BankConnection')),
        status: optional(oneOf(depositStatuses)),
      }),
      (db, { platformId }, filter, page) => listUnmatched(db, platformId, filter, page),
      (db, { platformId }, filter) => countUnmatched(db, platformId, filter),
      isWideDepositFilter,
    ),
  }),
}));

const depositId = { required: true, description: 'UnmatchedDeposit:<uuid>' } as const;
const comment = { description: 'Stored with the decision, 1 to 255 characters.' } as const;
const twoPersons =
  'Above reviewAbove of the connection a second person must make the same decision; until then the deposit is returned with status IN_REVIEW. A calling member needs a step-up. Returns ConflictError if the deposit is settled, its direct debit came back, or the caller has decided.';

builder.mutationFields((t) => ({
  assignUnmatchedDeposit: t.errorUnionField({
    description: `Credits an unmatched deposit to an account as an incoming transaction. ${twoPersons}`,
    authScopes: { permission: 'DECIDE_BANK_RECORDS' },
    args: {
      id: t.arg.id(depositId),
      accountId: t.arg.id({
        required: true,
        description: 'InternalAccount:<uuid>, an active account in the currency of the deposit.',
      }),
      comment: t.arg.string(comment),
    },
    types: [UnmatchedDepositRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'AssignUnmatchedDepositResult',
      description: 'Result of assignUnmatchedDeposit.',
      resolveType: () => UnmatchedDepositRef,
    },
    ...accepting(AssignDepositInput.shape, (input, context) =>
      assignDeposit(context.ports, platformOf(context), input),
    ),
  }),
  returnUnmatchedDeposit: t.errorUnionField({
    description: `Returns an unmatched deposit to the account of its depositor, by the next file. ${twoPersons} Also if the bank did not name that account.`,
    authScopes: { permission: 'DECIDE_BANK_RECORDS' },
    args: { id: t.arg.id(depositId), comment: t.arg.string(comment) },
    types: [UnmatchedDepositRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'ReturnUnmatchedDepositResult',
      description: 'Result of returnUnmatchedDeposit.',
      resolveType: () => UnmatchedDepositRef,
    },
    ...accepting(ReturnDepositInput.shape, (input, context) =>
      returnDeposit(context.ports, platformOf(context), input),
    ),
  }),
}));
