/**
 * A bank connection: the platform's own account at a bank, the files that the bank understands, and how they are exchanged.
 *
 * Decision: a platform has at most one active connection in a currency, so the currency and the rail of a payment select it, and
 * the account that receives deposits is never ambiguous.
 *
 * Source: docs/behaviour/bank-connections.md.
 */
import type { Id } from '../../kernel/ids.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import type { OwnAccount, ServiceLevel } from '../bank-files/bank-file.ts';
import type { VirtualIbanRange } from './virtual-iban.ts';

export const bankFormats = ['ISO20022', 'NACHA'] as const;
export type BankFormat = (typeof bankFormats)[number];

export const bankCalendars = ['TARGET', 'FEDWIRE', 'WEEKDAYS'] as const;

export const connectionStatuses = ['ACTIVE', 'CLOSED'] as const;

export const exchangeKinds = ['FOLDER', 'SFTP', 'S3'] as const;

/** When waiting payments are put into files: local times `HH:MM` on business days. */
export interface CutOffSettings {
  readonly timeZone: string;
  readonly times: readonly string[];
  readonly calendar: (typeof bankCalendars)[number];
}

/** How files are exchanged. Secrets are stored separately, sealed. */
export type ExchangeSettings =
  | { readonly kind: 'FOLDER' }
  | {
      readonly kind: 'SFTP';
      readonly host: string;
      readonly port: number;
      readonly username: string;
      /** `SHA256:` and 43 characters of base64, as `ssh-keygen -l` shows it. */
      readonly hostKeyFingerprint: string;
      /** Folder that contains `outbox`, `inbox` and `archive`. */
      readonly path: string;
      readonly authentication: 'PASSWORD' | 'PRIVATE_KEY';
    }
  | {
      readonly kind: 'S3';
      readonly endpoint: string | undefined;
      readonly region: string;
      readonly bucket: string;
      readonly prefix: string;
      readonly accessKeyId: string;
    };

/**
 * Whether files have the same place: what is written with the one is found with the other.
 *
 * Decision: the user of an SFTP server is a part of the place, because many servers show each user other folders. Secrets, the id of
 * the key of a bucket, and the host key are not: they can be why files do not get through.
 */
export function isSamePlace(one: ExchangeSettings, other: ExchangeSettings): boolean {
  if (one.kind === 'SFTP' && other.kind === 'SFTP') {
    return (
      one.host === other.host &&
      one.port === other.port &&
      one.username === other.username &&
      one.path === other.path
    );
  }
  if (one.kind === 'S3' && other.kind === 'S3') {
    return (
      one.endpoint === other.endpoint &&
      one.region === other.region &&
      one.bucket === other.bucket &&
      one.prefix === other.prefix
    );
  }
  return one.kind === other.kind;
}

export interface BankConnection {
  readonly id: Id<'BankConnection'>;
  readonly platformId: Id<'Platform'>;
  readonly name: string;
  readonly currency: string;
  readonly format: BankFormat;
  readonly status: (typeof connectionStatuses)[number];
  readonly account: OwnAccount;
  readonly exchange: ExchangeSettings;
  readonly sealedSecret: Uint8Array | undefined;
  /** The bank's numbers for the accounts of the service; absent when depositors state a reference only. */
  readonly virtualIbanRange: VirtualIbanRange | undefined;
  readonly cutOffs: CutOffSettings;
  readonly maxPaymentsPerFile: number;
  /** SEPA direct debits: days from their request to their collection, at least. */
  readonly preNotificationDays: number;
  /** Booked before the first statement, in the smallest unit. */
  readonly openingBalance: bigint;
  /** In the smallest unit. A file with a larger total, and a decision on a larger deposit, need two persons. */
  readonly reviewAbove: bigint | undefined;
  readonly lastCutOffAt: Date | undefined;
  readonly lastExchangeAt: Date | undefined;
  readonly exchangeError: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const levels: Readonly<Record<BankFormat, Partial<Record<PaymentRail, ServiceLevel>>>> = {
  ISO20022: {
    SEPA: 'SEPA',
    SEPA_INSTANT: 'SEPA_INSTANT',
    SWIFT: 'CROSS_BORDER',
    BANK_TRANSFER: 'CROSS_BORDER',
  },
  NACHA: { ACH: 'ACH' },
};

/** How a connection of this format sends payments of the rail; `undefined` when it cannot. */
export const serviceLevelOf = (format: BankFormat, rail: PaymentRail | undefined): ServiceLevel | undefined =>
  rail && levels[format][rail];

/** The rails by which a connection of this format receives deposits. */
export const depositRails: Readonly<Record<BankFormat, readonly PaymentRail[]>> = {
  ISO20022: ['SEPA', 'SEPA_INSTANT'],
  NACHA: ['ACH', 'WIRE'],
};

/** Whether a decision on the amount needs two persons. */
export const needsTwoPersons = (
  { reviewAbove }: Pick<BankConnection, 'reviewAbove'>,
  amount: bigint,
): boolean => reviewAbove !== undefined && amount > reviewAbove;
