/** A bank connection as it is edited: every field as text, so that nothing is lost while it is typed. */
import type {
  BankAccountInput,
  BankCalendar,
  BankExchangeInput,
  BankExchangeKind,
  BankFormat,
  CreateBankConnectionInput,
  UpdateBankConnectionInput,
} from '@payments-platform/client/operations';
import { type Currency, editableAmount, parseAmount } from '../../components/decimal-input.ts';
import type { ConnectionDetailPartsFragment } from './connections.documents.ts';

export type AccountTexts = Readonly<Record<Exclude<keyof BankAccountInput, 'balancedBatches'>, string>>;
export type ExchangeTexts = Readonly<Record<Exclude<keyof BankExchangeInput, 'kind'>, string>>;

export interface ConnectionDraft {
  readonly name: string;
  readonly currency: string;
  readonly format: BankFormat;
  readonly account: AccountTexts;
  readonly balancedBatches: boolean;
  readonly exchangeKind: BankExchangeKind;
  readonly exchange: ExchangeTexts;
  readonly timeZone: string;
  /** `09:30, 14:00` */
  readonly times: string;
  readonly calendar: BankCalendar;
  readonly maxPaymentsPerFile: string;
  readonly preNotificationDays: string;
  readonly openingBalance: string;
  readonly reviewAbove: string;
}

export const accountFields: Readonly<Record<BankFormat, readonly (keyof AccountTexts)[]>> = {
  ISO20022: ['name', 'iban', 'bic', 'bankName', 'creditorId'],
  NACHA: [
    'name',
    'routingNumber',
    'accountNumber',
    'companyId',
    'bankName',
    'immediateOrigin',
    'immediateDestination',
  ],
};

export const exchangeFields: Readonly<Record<BankExchangeKind, readonly (keyof ExchangeTexts)[]>> = {
  FOLDER: [],
  SFTP: ['host', 'port', 'username', 'hostKeyFingerprint', 'path', 'password', 'privateKey'],
  S3: ['endpoint', 'region', 'bucket', 'prefix', 'accessKeyId', 'secretAccessKey'],
};

const noAccount: AccountTexts = {
  name: '',
  iban: '',
  bic: '',
  routingNumber: '',
  accountNumber: '',
  bankName: '',
  creditorId: '',
  companyId: '',
  immediateOrigin: '',
  immediateDestination: '',
};

const noExchange: ExchangeTexts = {
  host: '',
  port: '',
  username: '',
  hostKeyFingerprint: '',
  path: '',
  password: '',
  privateKey: '',
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  secretAccessKey: '',
};

export const newDraft: ConnectionDraft = {
  name: '',
  currency: '',
  format: 'ISO20022',
  account: noAccount,
  balancedBatches: false,
  exchangeKind: 'SFTP',
  exchange: noExchange,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  times: '',
  calendar: 'TARGET',
  maxPaymentsPerFile: '',
  preNotificationDays: '',
  openingBalance: '',
  reviewAbove: '',
};

/** The texts of a record; null is empty. */
const textsOf = <T extends object>(names: T, record: object): T =>
  Object.fromEntries(
    Object.keys(names).map((name) => [name, String((record as Record<string, unknown>)[name] ?? '')]),
  ) as T;

export function draftOf(connection: ConnectionDetailPartsFragment): ConnectionDraft {
  const { account, exchange, cutOffs, openingBalance, reviewAbove, currency } = connection;
  return {
    name: connection.name,
    currency: currency.code,
    format: connection.format,
    account: textsOf(noAccount, account),
    balancedBatches: account.balancedBatches,
    exchangeKind: exchange.kind,
    exchange: textsOf(noExchange, exchange),
    timeZone: cutOffs.timeZone,
    times: cutOffs.times.join(', '),
    calendar: cutOffs.calendar,
    maxPaymentsPerFile: String(connection.maxPaymentsPerFile),
    preNotificationDays: String(connection.preNotificationDays),
    openingBalance: editableAmount(openingBalance.amount, currency.decimals),
    reviewAbove: reviewAbove ? editableAmount(reviewAbove.amount, currency.decimals) : '',
  };
}

type Errors = Readonly<Record<string, string>>;

/** A whole number; anything else is left to the API, which has a message for it. */
const integer = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : -1);

/** The fields of the texts that are not empty. */
const given = <T extends Readonly<Record<string, string>>>(texts: T, names: readonly (keyof T)[]) =>
  Object.fromEntries(names.flatMap((name) => (texts[name]?.trim() ? [[name, texts[name].trim()]] : [])));

function exchangeInput({ exchangeKind: kind, exchange }: ConnectionDraft): BankExchangeInput {
  const { port, ...texts } = given(exchange, exchangeFields[kind]);
  return { kind, ...texts, ...(port !== undefined && { port: integer(port) }) };
}

/** What creation and change have in common. */
function commonInput(draft: ConnectionDraft, currency: Currency) {
  const errors: Record<string, string> = {};
  const amount = (name: 'reviewAbove' | 'openingBalance'): number | undefined => {
    if (draft[name].trim() === '') return undefined;
    const parsed = parseAmount(draft[name], currency);
    if (typeof parsed === 'number') return parsed;
    errors[name] = parsed;
    return undefined;
  };
  const reviewAbove = amount('reviewAbove');
  const openingBalance = amount('openingBalance');
  const { timeZone, calendar } = draft;
  const times = draft.times.split(/[\s,;]+/).filter((time) => time !== '');
  return {
    errors,
    openingBalance,
    input: {
      name: draft.name.trim(),
      cutOffs: { timeZone, times, calendar },
      ...(reviewAbove !== undefined && { reviewAbove }),
      ...(draft.maxPaymentsPerFile.trim() !== '' && {
        maxPaymentsPerFile: integer(draft.maxPaymentsPerFile),
      }),
      ...(draft.preNotificationDays.trim() !== '' && {
        preNotificationDays: integer(draft.preNotificationDays),
      }),
    },
  };
}

export function createInput(
  draft: ConnectionDraft,
  currency: Currency,
): { readonly input: CreateBankConnectionInput; readonly errors: Errors } {
  const { errors, openingBalance, input } = commonInput(draft, currency);
  const { format, balancedBatches } = draft;
  const account = { name: '', ...given(draft.account, accountFields[format]) };
  return {
    errors: { ...errors, ...(draft.currency === '' && { currency: 'Choose a currency.' }) },
    input: {
      ...input,
      currency: draft.currency,
      format,
      account: { ...account, ...(format === 'NACHA' && { balancedBatches }) },
      exchange: exchangeInput(draft),
      ...(openingBalance !== undefined && { openingBalance }),
    },
  };
}

/** The exchange is a part of the change only if it was edited: a change of it is recorded as one. */
export function updateInput(
  draft: ConnectionDraft,
  before: ConnectionDraft,
  currency: Currency,
): { readonly input: UpdateBankConnectionInput; readonly errors: Errors } {
  const { errors, input } = commonInput(draft, currency);
  const exchange = exchangeInput(draft);
  const isEdited = JSON.stringify(exchange) !== JSON.stringify(exchangeInput(before));
  const isEmptied = before.reviewAbove !== '' && draft.reviewAbove.trim() === '';
  return {
    errors: {
      ...errors,
      ...(isEmptied && { reviewAbove: 'An amount cannot be removed, only changed.' }),
    },
    input: { ...input, ...(isEdited && { exchange }) },
  };
}
