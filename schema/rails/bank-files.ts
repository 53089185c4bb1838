/** Files that are exchanged with a bank: type, queries, and the decisions of people. */
import { z } from 'zod';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { oneOf, optional } from '../../src/kernel/parse.ts';
import { incomingFileKinds, outgoingFileKinds, serviceLevels } from '../../src/rails/bank-files/bank-file.ts';
import {
  type BankFile,
  fileDirections,
  fileStatuses,
  paymentDirections,
} from '../../src/rails/bank-payments/bank-payment.ts';
import {
  BankFileDecisionInput,
  cancelBankFile,
  dismissBankFile,
  releaseBankFile,
} from '../../src/rails/bank-payments/decide-file.ts';
import {
  countFiles,
  findFiles,
  isWideFileFilter,
  listFiles,
} from '../../src/rails/bank-payments/file-store.ts';
import { decisionsOfAll, ofRound, type RoundDecision } from '../../src/rails/decisions/store.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, platformOf, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { MoneyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { BankConnectionRef, connectionById, existing } from './bank-connections.ts';
import { BankDecisionRef, maxDecisions } from './bank-decisions.ts';

export const fileById = batched<Id<'BankFile'>, BankFile>('bankFileById', async (context, ids) =>
  byId(await findFiles(context.ports.db.orm, principalOf(context).platform.id, ids)),
);

const decisionsOfFile = batched<Id<'BankFile'>, readonly RoundDecision[]>(
  'decisionsOfBankFile',
  (context, ids) => decisionsOfAll(context.ports.db.orm, principalOf(context).platform.id, ids),
);

const BankFileDirectionEnum = describedEnum('BankFileDirection', 'Direction of a file.', fileDirections, {
  OUT: 'To the bank.',
  IN: 'From the bank.',
});

const BankFileKindEnum = describedEnum(
  'BankFileKind',
  'Kind of a file.',
  [...outgoingFileKinds, ...incomingFileKinds] as const,
  {
    PAIN_001: 'Credit transfers.',
    PAIN_008: 'Direct debits.',
    NACHA: 'ACH payments.',
    PAIN_002: 'Statuses of payments.',
    CAMT_052: 'Entries of the current day.',
    CAMT_053: 'A statement.',
    CAMT_054: 'Notifications of entries.',
    NACHA_RETURNS: 'Returned ACH payments, and notifications of change.',
  },
);

const BankFileStatusEnum = describedEnum('BankFileStatus', 'Status of a file.', fileStatuses, {
  IN_REVIEW:
    'To the bank: two persons must release it, because of its total or because it could not be written.',
  READY: 'To the bank: the next exchange sends it.',
  STAGED: 'To the bank: it has a temporary name there.',
  SENT: 'To the bank: the bank can read it.',
  ACCEPTED: 'To the bank: the bank accepted it.',
  PARTIALLY_ACCEPTED: 'To the bank: the bank rejected some of its payments.',
  REJECTED: 'To the bank: the bank rejected it. Its payments failed.',
  CANCELLED: 'To the bank: a person cancelled it before it was sent. Its payments failed.',
  RECEIVED: 'From the bank: it is stored, and is read next.',
  RECORDED: 'From the bank: its entries and reports are recorded.',
  QUARANTINED: 'From the bank: it cannot be used. Nothing of it is booked.',
  DISMISSED: 'From the bank: it could not be used, and a person has dismissed it. Nothing of it is booked.',
});

export const BankServiceLevelEnum = describedEnum(
  'BankServiceLevel',
  'How the payments of a file are sent.',
  serviceLevels,
  {
    SEPA: 'As SEPA payments.',
    SEPA_INSTANT: 'As instant SEPA credit transfers. They do not wait for a cut-off.',
    CROSS_BORDER: 'As cross-border credit transfers.',
    ACH: 'As ACH payments.',
  },
);

export const BankPaymentDirectionEnum = describedEnum(
  'BankPaymentDirection',
  'What a payment does to the account of the counterparty.',
  paymentDirections,
  { CREDIT: 'Credits it.', DEBIT: 'Debits it: a direct debit.' },
);

export const BankFileRef = builder.objectRef<BankFile>('BankFile').implement({
  description: 'A file that is exchanged with a bank.',
  interfaces: [NodeRef],
  fields: (t) => ({
    connection: t.field({
      type: BankConnectionRef,
      description: 'The connection of the file.',
      resolve: ({ connectionId }, _args, context) => existing(connectionById(context, connectionId)),
    }),
    direction: t.field({
      type: BankFileDirectionEnum,
      description: 'Direction of the file.',
      resolve: ({ direction }) => direction,
    }),
    kind: t.field({
      type: BankFileKindEnum,
      nullable: true,
      description: 'Kind of the file; null for a file of the bank that could not be read.',
      resolve: ({ kind }) => kind ?? null,
    }),
    status: t.field({
      type: BankFileStatusEnum,
      description: 'Status of the file.',
      resolve: ({ status }) => status,
    }),
    name: t.exposeString('name', { description: 'Name of the file at the exchange.' }),
    messageId: t.string({
      nullable: true,
      description: 'Message id in the file; null for a file of the bank that could not be read.',
      resolve: ({ messageId }) => messageId ?? null,
    }),
    serviceLevel: t.field({
      type: BankServiceLevelEnum,
      nullable: true,
      description: 'How the payments are sent; null for a file of the bank.',
      resolve: ({ serviceLevel }) => serviceLevel ?? null,
    }),
    paymentDirection: t.field({
      type: BankPaymentDirectionEnum,
      nullable: true,
      description: 'What the payments do to the accounts of the counterparties; null for a file of the bank.',
      resolve: ({ paymentDirection }) => paymentDirection ?? null,
    }),
    executionDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'Requested date of execution; null for a file of the bank.',
      resolve: ({ executionDate }) => executionDate ?? null,
    }),
    count: t.exposeInt('count', {
      description: 'Number of payments; of a file of the bank, the number of booked entries and reports.',
    }),
    total: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Total of the payments; null for a file of the bank.',
      resolve: async ({ connectionId, direction, total: amount }, _args, context) => {
        if (direction === 'IN') return null;
        const { currency } = await existing(connectionById(context, connectionId));
        return { amount, currency };
      },
    }),
    byteLength: t.int({
      nullable: true,
      description: 'Length of the content in bytes; null before it is written.',
      resolve: ({ byteLength }) => byteLength ?? null,
    }),
    reason: t.string({
      nullable: true,
      description:
        'Why the file is or was in quarantine, why it could not be written, or why the bank rejected it. Null again when the file is written.',
      resolve: ({ reason }) => reason ?? null,
    }),
    line: t.int({
      nullable: true,
      description: 'Line of the problem of a file in quarantine, if it is known.',
      resolve: ({ line }) => line ?? null,
    }),
    releases: t.exposeInt('releases', { description: 'Number of persons who have released the file.' }),
    decisions: t.field({
      type: [BankDecisionRef],
      bound: maxDecisions,
      description:
        'Releases, cancellation or dismissal of the file in the current round, oldest first. A file that could not be written starts a new round.',
      resolve: async ({ id, round }, _args, context) =>
        ofRound((await decisionsOfFile(context, id)) ?? [], round),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (file) => file.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
});

registerNode('BankFile', 'BankFile', fileById);

const BankFileConnection = connectionOf('BankFile', BankFileRef, { createdIn: 'bankFiles' });

const BankFileFilter = builder.inputType('BankFileFilter', {
  description: 'Filter for bank files. A record must match all given fields.',
  fields: (t) => ({
    connectionId: t.id({ description: 'BankConnection:<uuid>' }),
    direction: t.field({ type: BankFileDirectionEnum, description: 'Direction of the file.' }),
    status: t.field({ type: BankFileStatusEnum, description: 'Status of the file.' }),
  }),
});

builder.queryFields((t) => ({
  bankFile: t.field({
    type: BankFileRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Returns one bank file; null if there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'BankFile:<uuid>' }) },
    ...accepting({ id: idSchema('BankFile') }, ({ id }, context) => fileById(context, id)),
  }),
  bankFiles: t.field({
    type: BankFileConnection,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description:
      'Files of both directions, newest first. Use filter {status: IN_REVIEW} for those that wait for a decision.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: BankFileFilter, description: 'Filter for the list.' }),
    },
    ...listing(
      'bankFiles',
      z.object({
        connectionId: optional(idSchema('BankConnection')),
        direction: optional(oneOf(fileDirections)),
        status: optional(oneOf(fileStatuses)),
      }),
      (db, { platformId }, filter, page) => listFiles(db, platformId, filter, page),
      (db, { platformId }, filter) => countFiles(db, platformId, filter),
      isWideFileFilter,
    ),
  }),
}));

const decisionTypes = [BankFileRef, InvalidInput, Forbidden, NotFound, Conflict] as const;
const fileId = { required: true, description: 'BankFile:<uuid>' } as const;
const comment = { description: 'Stored with the decision, 1 to 255 characters.' } as const;

builder.mutationFields((t) => ({
  releaseBankFile: t.errorUnionField({
    description:
      'Releases a file that waits for a decision. The second release makes it ready; until then the file is returned as it waits. A calling member needs a step-up. Returns ConflictError if the file does not wait, or the caller has decided.',
    authScopes: { permission: 'DECIDE_BANK_RECORDS' },
    args: { id: t.arg.id(fileId), comment: t.arg.string(comment) },
    types: [...decisionTypes],
    union: {
      name: 'ReleaseBankFileResult',
      description: 'Result of releaseBankFile.',
      resolveType: () => BankFileRef,
    },
    ...accepting(BankFileDecisionInput.shape, (input, context) =>
      releaseBankFile(context.ports, platformOf(context), input),
    ),
  }),
  cancelBankFile: t.errorUnionField({
    description:
      'Cancels a file that waits for a decision. One person is enough, also one who released it. Its payments fail and are refunded. A calling member needs a step-up. Returns ConflictError if the file does not wait.',
    authScopes: { permission: 'DECIDE_BANK_RECORDS' },
    args: { id: t.arg.id(fileId), comment: t.arg.string(comment) },
    types: [...decisionTypes],
    union: {
      name: 'CancelBankFileResult',
      description: 'Result of cancelBankFile.',
      resolveType: () => BankFileRef,
    },
    ...accepting(BankFileDecisionInput.shape, (input, context) =>
      cancelBankFile(context.ports, platformOf(context), input),
    ),
  }),
  dismissBankFile: t.errorUnionField({
    description:
      'Dismisses a file of the bank that is in quarantine: a person has dealt with it, and the reconciliation does not name it any more. Nothing of it is booked. A calling member needs a step-up. Returns ConflictError if the file is not in quarantine.',
    authScopes: { permission: 'DECIDE_BANK_RECORDS' },
    args: { id: t.arg.id(fileId), comment: t.arg.string(comment) },
    types: [...decisionTypes],
    union: {
      name: 'DismissBankFileResult',
      description: 'Result of dismissBankFile.',
      resolveType: () => BankFileRef,
    },
    ...accepting(BankFileDecisionInput.shape, (input, context) =>
      dismissBankFile(context.ports, platformOf(context), input),
    ),
  }),
}));
