/** Mutations of bank connections. */

import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import {
  CreateBankConnectionInput,
  defaultPreNotificationDays,
  maxPaymentsPerFile,
  maxPreNotificationDays,
} from '../../src/rails/bank-connections/connection-input.ts';
import {
  createBankConnection,
  UpdateBankConnectionInput,
  updateBankConnection,
} from '../../src/rails/bank-connections/manage-connections.ts';
import { closeBankConnection } from '../../src/rails/bank-payments/close-connection.ts';
import { maxCutOffTimes } from '../../src/rails/calendar/cut-offs.ts';
import { exchangeBankFiles } from '../../src/rails/exchanger.ts';
import { accepting } from '../core/accepting.ts';
import { type BuilderTypes, builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { BankCalendarEnum, BankExchangeKindEnum, BankFormatEnum } from './bank-connection-parts.ts';
import { BankConnectionRef } from './bank-connections.ts';

const BankAccountArgs = builder.inputType('BankAccountInput', {
  description:
    "The platform's own account at a bank. ISO20022 needs iban and bic; NACHA needs routingNumber, accountNumber and companyId.",
  fields: (t) => ({
    name: t.string({ required: true, description: 'Legal name of the account holder, 1 to 70 characters.' }),
    iban: t.string({ description: 'IBAN without spaces.' }),
    bic: t.string({ description: 'BIC of the bank, 8 or 11 characters.' }),
    routingNumber: t.string({ description: 'Routing number, nine digits.' }),
    accountNumber: t.string({ description: 'Account number, at most 17 characters.' }),
    bankName: t.string({ description: 'Name of the bank, 1 to 35 characters.' }),
    creditorId: t.string({ description: 'SEPA creditor identifier, for direct debits.' }),
    companyId: t.string({ description: 'NACHA: company identification, 1 to 10 letters and digits.' }),
    immediateOrigin: t.string({
      description:
        'NACHA: immediate origin, 1 to 10 letters and digits, or a blank before 1 to 9 of them. Default: companyId.',
    }),
    immediateDestination: t.string({
      description: 'NACHA: immediate destination, nine digits. Default: routingNumber.',
    }),
    balancedBatches: t.boolean({
      description: 'NACHA: whether each batch has an entry to this account. Some banks require it.',
    }),
  }),
});

const BankExchangeArgs = builder.inputType('BankExchangeInput', {
  description:
    'How files are exchanged. SFTP needs host, username, hostKeyFingerprint, path, and password or privateKey. S3 needs region, bucket, accessKeyId and secretAccessKey. A secret that is omitted in an update of the same kind stays.',
  fields: (t) => ({
    kind: t.field({ type: BankExchangeKindEnum, required: true, description: 'How.' }),
    host: t.string({ description: 'SFTP: name of the server.' }),
    port: t.int({ description: 'SFTP: port, 1 to 65535. Default: 22.' }),
    username: t.string({ description: 'SFTP: user name, 1 to 100 characters.' }),
    hostKeyFingerprint: t.string({
      description: 'SFTP: SHA-256 fingerprint of the host key, in base64. Another host is not trusted.',
    }),
    path: t.string({ description: 'SFTP: folder with `outbox`, `inbox` and `archive`.' }),
    password: t.string({ description: 'SFTP: password. Stored encrypted, never returned.' }),
    privateKey: t.string({ description: 'SFTP: private key in PEM. Stored encrypted, never returned.' }),
    endpoint: t.string({ description: 'S3: URL of the service. Default: that of the region.' }),
    region: t.string({ description: 'S3: region.' }),
    bucket: t.string({ description: 'S3: bucket.' }),
    prefix: t.string({ description: 'S3: start of the keys of all files.' }),
    accessKeyId: t.string({ description: 'S3: id of the access key.' }),
    secretAccessKey: t.string({ description: 'S3: secret key. Stored encrypted, never returned.' }),
  }),
});

const BankCutOffsArgs = builder.inputType('BankCutOffsInput', {
  description: 'When waiting payments are put into files.',
  fields: (t) => ({
    timeZone: t.string({ required: true, description: 'Time zone, for example Europe/Berlin.' }),
    times: t.stringList({
      required: true,
      description: `Local times of the form HH:MM, 1 to ${maxCutOffTimes}.`,
    }),
    calendar: t.field({ type: BankCalendarEnum, required: true, description: 'Business days of the bank.' }),
  }),
});

const VirtualIbanRangeArgs = builder.inputType('VirtualIbanRangeInput', {
  description: 'Numbers that the bank reserved for the platform. They make IBANs of the country.',
  fields: (t) => ({
    country: t.string({ required: true, description: 'Country of the IBANs, ISO 3166-1 alpha-2.' }),
    prefix: t.string({
      required: true,
      description: 'Bank code, and the fixed part of the account numbers: 1 to 30 letters and digits.',
    }),
    first: t.string({ required: true, description: 'Digits of the first number, 1 to 15.' }),
    last: t.string({ required: true, description: 'Digits of the last number, 1 to 15.' }),
  }),
});

type FieldBuilder = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;

/** What an update can change too. */
const changeable = (t: FieldBuilder) => ({
  exchange: t.field({ type: BankExchangeArgs, description: 'How files are exchanged. Default: FOLDER.' }),
  maxPaymentsPerFile: t.int({
    description: `Maximum number of payments of one file, 1 to ${maxPaymentsPerFile}. Default: ${maxPaymentsPerFile}.`,
  }),
  preNotificationDays: t.int({
    description: `SEPA direct debits: days from the request to the collection, at least, 0 to ${maxPreNotificationDays}. Default: ${defaultPreNotificationDays}.`,
  }),
  virtualIbanRange: t.field({
    type: VirtualIbanRangeArgs,
    description:
      'Numbers that the bank reserved. Each active account in the currency gets the next one. Default: none. In an update, null removes the range; accounts keep their numbers.',
  }),
  reviewAbove: t.field({
    type: 'Amount',
    description:
      'A file with a larger total, and a decision on a larger deposit, need two persons. In the smallest unit. Default: no limit. In an update, null removes the limit.',
  }),
});

const CreateBankConnectionArgs = builder.inputType('CreateBankConnectionInput', {
  description: 'Input of createBankConnection.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the connection, 1 to 100 characters.' }),
    currency: t.string({
      required: true,
      description: 'Currency of the account, one of the platform. NACHA: USD.',
    }),
    format: t.field({ type: BankFormatEnum, required: true, description: 'Files of the bank.' }),
    account: t.field({ type: BankAccountArgs, required: true, description: 'The account at the bank.' }),
    cutOffs: t.field({
      type: BankCutOffsArgs,
      required: true,
      description: 'When waiting payments are put into files.',
    }),
    openingBalance: t.field({
      type: 'Amount',
      description: 'Balance of the account before the first statement, in the smallest unit. Default: 0.',
    }),
    ...changeable(t),
  }),
});

const UpdateBankConnectionArgs = builder.inputType('UpdateBankConnectionInput', {
  description: 'Input of updateBankConnection. Omitted fields stay unchanged.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the connection, 1 to 100 characters.' }),
    cutOffs: t.field({ type: BankCutOffsArgs, description: 'When waiting payments are put into files.' }),
    ...changeable(t),
  }),
});

const connectionId = { required: true, description: 'BankConnection:<uuid>' } as const;

builder.mutationFields((t) => ({
  createBankConnection: t.errorUnionField({
    description:
      'Connects an account at a bank to a production platform. Payments in the currency are then sent by files. A calling member needs a step-up. Returns ConflictError if the platform has an active connection in the currency.',
    authScopes: { permission: 'MANAGE_BANKS' },
    args: {
      input: t.arg({ type: CreateBankConnectionArgs, required: true, description: 'The connection.' }),
    },
    types: [BankConnectionRef, InvalidInput, Forbidden, Conflict],
    union: {
      name: 'CreateBankConnectionResult',
      description: 'Result of createBankConnection.',
      resolveType: () => BankConnectionRef,
    },
    ...accepting({ input: CreateBankConnectionInput }, ({ input }, context) =>
      createBankConnection(context.ports, platformOf(context), input),
    ),
  }),
  updateBankConnection: t.errorUnionField({
    description:
      'Changes a bank connection. Its currency, format and account never change. A calling member needs a step-up.',
    authScopes: { permission: 'MANAGE_BANKS' },
    args: {
      id: t.arg.id(connectionId),
      input: t.arg({ type: UpdateBankConnectionArgs, required: true, description: 'The changes.' }),
    },
    types: [BankConnectionRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'UpdateBankConnectionResult',
      description: 'Result of updateBankConnection.',
      resolveType: () => BankConnectionRef,
    },
    ...accepting(
      { id: idSchema('BankConnection'), input: UpdateBankConnectionInput.omit({ id: true }) },
      ({ id, input }, context) => updateBankConnection(context.ports, platformOf(context), { ...input, id }),
    ),
  }),
  closeBankConnection: t.errorUnionField({
    description:
      'Closes a bank connection whose payments are all settled. A closed connection stays closed; closing it again changes nothing. A calling member needs a step-up.',
    authScopes: { permission: 'MANAGE_BANKS' },
    args: { id: t.arg.id(connectionId) },
    types: [BankConnectionRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'CloseBankConnectionResult',
      description: 'Result of closeBankConnection.',
      resolveType: () => BankConnectionRef,
    },
    ...accepting({ id: idSchema('BankConnection') }, (input, context) =>
      closeBankConnection(context.ports, platformOf(context), input),
    ),
  }),
  exchangeBankFiles: t.errorUnionField({
    description:
      'Exchanges the files of a connection now, which the service also does every minute. A bank that cannot be reached is not an error: then exchangeError of the result says why. Returns ConflictError while the files are being exchanged.',
    authScopes: { permission: 'TRANSACT' },
    args: { id: t.arg.id(connectionId) },
    types: [BankConnectionRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'ExchangeBankFilesResult',
      description: 'Result of exchangeBankFiles.',
      resolveType: () => BankConnectionRef,
    },
    ...accepting({ id: idSchema('BankConnection') }, ({ id }, context) =>
      exchangeBankFiles(context.ports, platformOf(context), { connectionId: id }),
    ),
  }),
}));
