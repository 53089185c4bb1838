import { masked } from '../../src/kernel/mask.ts';
import {
  bankCalendars,
  bankFormats,
  type CutOffSettings,
  type ExchangeSettings,
  exchangeKinds,
} from '../../src/rails/bank-connections/bank-connection.ts';
import { ownAccountAs } from '../../src/rails/bank-connections/masked-party.ts';
import type { VirtualIbanRange } from '../../src/rails/bank-connections/virtual-iban.ts';
import type { OwnAccount } from '../../src/rails/bank-files/bank-file.ts';
import { maxCutOffTimes } from '../../src/rails/calendar/cut-offs.ts';
import { builder } from '../core/builder.ts';
import { type Context, mayManage } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';

/** Whether account numbers are shown. */
export const identifiersFor = (context: Context) => (mayManage(context) ? 'shown' : 'masked');

export const BankFormatEnum = describedEnum('BankFormat', 'Files that the bank exchanges.', bankFormats, {
  ISO20022: 'pain.001 and pain.008 to the bank; pain.002 and camt.052, camt.053 and camt.054 from it.',
  NACHA: 'ACH files of banks in the United States, and camt statements.',
});

export const BankCalendarEnum = describedEnum('BankCalendar', 'Business days of a bank.', bankCalendars, {
  TARGET: 'Days of the TARGET system of the euro area.',
  FEDWIRE: 'Days of the Federal Reserve Banks.',
  WEEKDAYS: 'Monday to Friday.',
});

export const BankExchangeKindEnum = describedEnum(
  'BankExchangeKind',
  'How files are exchanged.',
  exchangeKinds,
  {
    FOLDER: 'In a folder of the server.',
    SFTP: 'On an SFTP server.',
    S3: 'In a bucket of an object storage with the S3 protocol.',
  },
);

const BankExchangeAuthenticationEnum = describedEnum(
  'BankExchangeAuthentication',
  'How the service signs in to an SFTP server.',
  ['PASSWORD', 'PRIVATE_KEY'],
);

export const BankAccountRef = builder.objectRef<OwnAccount>('BankAccount').implement({
  description:
    "The platform's own account at a bank. The IBAN and the account number are masked unless the caller has the permission MANAGE.",
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Legal name of the account holder.' }),
    iban: t.string({
      nullable: true,
      description: 'IBAN. Masked without MANAGE.',
      resolve: (account, _args, context) => ownAccountAs(account, identifiersFor(context)).iban ?? null,
    }),
    bic: t.string({ nullable: true, description: 'BIC of the bank.', resolve: ({ bic }) => bic ?? null }),
    accountNumber: t.string({
      nullable: true,
      description: 'Account number. Masked without MANAGE.',
      resolve: (account, _args, context) =>
        ownAccountAs(account, identifiersFor(context)).accountNumber ?? null,
    }),
    routingNumber: t.string({
      nullable: true,
      description: 'Routing number of a bank in the United States.',
      resolve: ({ routingNumber }) => routingNumber ?? null,
    }),
    bankName: t.string({
      nullable: true,
      description: 'Name of the bank.',
      resolve: ({ bankName }) => bankName ?? null,
    }),
    creditorId: t.string({
      nullable: true,
      description: 'SEPA creditor identifier, for direct debits.',
      resolve: ({ creditorId }) => creditorId ?? null,
    }),
    companyId: t.string({
      nullable: true,
      description: 'NACHA: company identification.',
      resolve: ({ companyId }) => companyId ?? null,
    }),
    immediateOrigin: t.string({
      nullable: true,
      description: 'NACHA: immediate origin. Null: the company identification.',
      resolve: ({ immediateOrigin }) => immediateOrigin ?? null,
    }),
    immediateDestination: t.string({
      nullable: true,
      description: 'NACHA: immediate destination. Null: the routing number.',
      resolve: ({ immediateDestination }) => immediateDestination ?? null,
    }),
    balancedBatches: t.boolean({
      description: 'NACHA: whether each batch has an entry to this account.',
      resolve: ({ balancedBatches }) => balancedBatches ?? false,
    }),
  }),
});

type Exchange<K extends ExchangeSettings['kind']> = Extract<ExchangeSettings, { readonly kind: K }>;

/** A field of one kind of exchange; null for the other kinds. */
const fieldOf =
  <K extends ExchangeSettings['kind'], V>(kind: K, read: (exchange: Exchange<K>) => V | undefined) =>
  (exchange: ExchangeSettings): V | null =>
    exchange.kind === kind ? (read(exchange as Exchange<K>) ?? null) : null;

export const BankExchangeRef = builder.objectRef<ExchangeSettings>('BankExchange').implement({
  description: 'How files are exchanged. Passwords and keys are never returned.',
  fields: (t) => ({
    kind: t.field({ type: BankExchangeKindEnum, description: 'How.', resolve: ({ kind }) => kind }),
    host: t.string({
      nullable: true,
      description: 'SFTP: name of the server.',
      resolve: fieldOf('SFTP', ({ host }) => host),
    }),
    port: t.int({
      nullable: true,
      description: 'SFTP: port of the server.',
      resolve: fieldOf('SFTP', ({ port }) => port),
    }),
    username: t.string({
      nullable: true,
      description: 'SFTP: user name.',
      resolve: fieldOf('SFTP', ({ username }) => username),
    }),
    hostKeyFingerprint: t.string({
      nullable: true,
      description: 'SFTP: SHA-256 fingerprint of the host key, in base64.',
      resolve: fieldOf('SFTP', ({ hostKeyFingerprint }) => hostKeyFingerprint),
    }),
    path: t.string({
      nullable: true,
      description: 'SFTP: folder with `outbox`, `inbox` and `archive`.',
      resolve: fieldOf('SFTP', ({ path }) => path),
    }),
    authentication: t.field({
      type: BankExchangeAuthenticationEnum,
      nullable: true,
      description: 'SFTP: how the service signs in.',
      resolve: fieldOf('SFTP', ({ authentication }) => authentication),
    }),
    endpoint: t.string({
      nullable: true,
      description: 'S3: URL of the service. Null: that of the region.',
      resolve: fieldOf('S3', ({ endpoint }) => endpoint),
    }),
    region: t.string({
      nullable: true,
      description: 'S3: region.',
      resolve: fieldOf('S3', ({ region }) => region),
    }),
    bucket: t.string({
      nullable: true,
      description: 'S3: bucket.',
      resolve: fieldOf('S3', ({ bucket }) => bucket),
    }),
    prefix: t.string({
      nullable: true,
      description: 'S3: start of the keys of all files.',
      resolve: fieldOf('S3', ({ prefix }) => prefix),
    }),
    accessKeyId: t.string({
      nullable: true,
      description: 'S3: id of the access key. Masked without MANAGE.',
      resolve: (exchange, _args, context) =>
        fieldOf('S3', ({ accessKeyId }) => (mayManage(context) ? accessKeyId : masked(accessKeyId)))(
          exchange,
        ),
    }),
  }),
});

export const VirtualIbanRangeRef = builder.objectRef<VirtualIbanRange>('VirtualIbanRange').implement({
  description:
    'Numbers that the bank reserved for the platform. Each active account gets one as an IBAN for its deposits.',
  fields: (t) => ({
    country: t.exposeString('country', { description: 'Country of the IBANs, ISO 3166-1 alpha-2.' }),
    prefix: t.exposeString('prefix', {
      description: 'Bank code, and the fixed part of the account numbers.',
    }),
    first: t.exposeString('first', { description: 'Digits of the first number.' }),
    last: t.exposeString('last', { description: 'Digits of the last number.' }),
  }),
});

export const BankCutOffsRef = builder.objectRef<CutOffSettings>('BankCutOffs').implement({
  description: 'When waiting payments are put into files.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', {
      description: 'Time zone of the times, for example Europe/Berlin.',
    }),
    times: t.stringList({
      bound: maxCutOffTimes,
      description: 'Local times of the form HH:MM.',
      resolve: ({ times }) => [...times],
    }),
    calendar: t.field({
      type: BankCalendarEnum,
      description: 'Business days of the bank.',
      resolve: ({ calendar }) => calendar,
    }),
  }),
});
