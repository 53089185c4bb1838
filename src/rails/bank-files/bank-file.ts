/**
 * What bank files say, in records that are the same for every format. Writers turn outgoing records into text; readers turn the
 * bytes of a file into incoming records.
 *
 * Amounts are `bigint` in the smallest unit of the currency. Dates are `YYYY-MM-DD`, in the time zone of the bank.
 */

/** A postal address. A structured one has a town and a country. */
export interface BankAddress {
  readonly street?: string | undefined;
  readonly buildingNumber?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly town?: string | undefined;
  readonly countrySubdivision?: string | undefined;
  /** ISO 3166, two letters. */
  readonly country?: string | undefined;
}

/** An account at a bank: an IBAN, or a number with a routing number or BIC. */
export interface BankAccount {
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
  readonly accountNumber?: string | undefined;
  /** Nine digits of a bank in the United States. */
  readonly routingNumber?: string | undefined;
  readonly accountKind?: 'CHECKING' | 'SAVINGS' | undefined;
}

export interface BankParty extends BankAccount {
  readonly name?: string | undefined;
  readonly isBusiness?: boolean | undefined;
  readonly address?: BankAddress | undefined;
}

/** Our own account, and the identifiers that the bank gave to us. */
export interface OwnAccount extends BankAccount {
  /** Legal name of the account holder. */
  readonly name: string;
  readonly address?: BankAddress | undefined;
  readonly bankName?: string | undefined;
  /** SEPA creditor identifier, for direct debits. */
  readonly creditorId?: string | undefined;
  /** NACHA: identifier of our company, ten characters. */
  readonly companyId?: string | undefined;
  /** NACHA: immediate origin, ten characters. The default is `companyId`. */
  readonly immediateOrigin?: string | undefined;
  /** NACHA: immediate destination, nine digits. The default is the routing number. */
  readonly immediateDestination?: string | undefined;
  /** NACHA: whether each batch has an entry to this account, so that its credits equal its debits. Some banks require it. */
  readonly balancedBatches?: boolean | undefined;
  /** NACHA: name of the bank's time zone, for the creation time of a file. The default is UTC. */
  readonly timeZone?: string | undefined;
}

export const outgoingFileKinds = ['PAIN_001', 'PAIN_008', 'NACHA'] as const;
export type OutgoingFileKind = (typeof outgoingFileKinds)[number];

/** How the payments of a batch are sent. NACHA files use ACH. */
export const serviceLevels = ['SEPA', 'SEPA_INSTANT', 'CROSS_BORDER', 'ACH'] as const;
export type ServiceLevel = (typeof serviceLevels)[number];

const mandateSequences = ['FRST', 'RCUR', 'OOFF', 'FNAL'] as const;

/** The mandate by which a debtor allows direct debits. */
export interface DirectDebitMandate {
  readonly reference: string;
  readonly signedOn: string;
  readonly sequence: (typeof mandateSequences)[number];
}

/** One payment of an outgoing file. */
export interface OutgoingPayment {
  /** Unique for the connection: the reference of the transaction. At most 15 characters of A-Z, 0-9 and the hyphen. */
  readonly endToEndId: string;
  readonly amount: bigint;
  /** The beneficiary of a credit transfer, the debtor of a direct debit. */
  readonly counterparty: BankParty;
  /** At most 140 characters, for the counterparty's statement. */
  readonly remittance?: string | undefined;
  /** Required in PAIN_008. */
  readonly mandate?: DirectDebitMandate | undefined;
  /** Required in NACHA: 15 digits, unique for the connection, ascending in the file. */
  readonly traceNumber?: string | undefined;
}

/** One file with one batch: one debtor account, one execution date, one service level. */
export interface OutgoingFile {
  readonly kind: OutgoingFileKind;
  readonly serviceLevel: ServiceLevel;
  /** NACHA: whether the counterparties are credited or debited. ISO 20022: by `kind`. */
  readonly direction: 'CREDIT' | 'DEBIT';
  /** Unique for the connection, at most 35 characters. It is also the id of the batch (PmtInfId). */
  readonly messageId: string;
  /** NACHA: A to Z or 0 to 9, distinguishes files of one day. */
  readonly fileIdModifier?: string | undefined;
  /**
   * NACHA with balanced batches: trace numbers of the entries to our own account, higher than those of the payments. A file
   * has at most two batches; a file with one batch uses the first number.
   */
  readonly offsetTraceNumbers?: readonly [string, string] | undefined;
  readonly createdAt: Date;
  /** Requested execution or collection date; NACHA: effective entry date. */
  readonly executionDate: string;
  readonly currency: string;
  readonly account: OwnAccount;
  readonly count: number;
  readonly total: bigint;
}

/** Writes a file as chunks of text. Throws when the payments are not `count`, or do not sum up to `total`. */
export type BankFileWriter = (
  file: OutgoingFile,
  payments: AsyncIterable<OutgoingPayment>,
) => AsyncGenerator<string>;

export const incomingFileKinds = ['PAIN_002', 'CAMT_052', 'CAMT_053', 'CAMT_054', 'NACHA_RETURNS'] as const;
export type IncomingFileKind = (typeof incomingFileKinds)[number];

/** The first record of an incoming file. */
export interface FileHeader {
  readonly record: 'file';
  readonly kind: IncomingFileKind;
  /** Group header's message id; for NACHA, made of origin, creation time and modifier. */
  readonly messageId: string;
}

/** One bank statement, report or notification. Its entries follow until `statement-end`. */
export interface StatementHeader {
  readonly record: 'statement';
  readonly id: string;
  /** Electronic sequence number, where the bank numbers statements. */
  readonly sequenceNumber?: number | undefined;
  readonly page?: { readonly number: number; readonly isLast: boolean } | undefined;
  readonly account: BankAccount;
  readonly currency?: string | undefined;
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
  /** Booked balances, negative for a debit balance; absent in a notification. */
  readonly opening?: { readonly amount: bigint; readonly date?: string | undefined } | undefined;
  readonly closing?: { readonly amount: bigint; readonly date?: string | undefined } | undefined;
}

export interface StatementEnd {
  readonly record: 'statement-end';
  /** Entries of the statement. */
  readonly count: number;
  /** What the bank adds to the statement as a whole. */
  readonly information?: string | undefined;
}

/** One movement of an entry. */
export interface EntryDetail {
  readonly endToEndId?: string | undefined;
  /** The bank's reference of this movement. */
  readonly bankReference?: string | undefined;
  /** Id of our message and batch, if the bank repeats them. */
  readonly messageId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly mandateReference?: string | undefined;
  /**
   * In the currency of the entry where the bank states it; else absent. Positive, or negative if the movement has the opposite direction
   * of its entry, for example a fee in an entry of credits.
   */
  readonly amount?: bigint | undefined;
  /** The bank's charges in the currency of the entry, negative if it gives them back. */
  readonly charges?: bigint | undefined;
  /** The other party: debtor of a credit, creditor of a debit. */
  readonly counterparty?: BankParty | undefined;
  /** Account of ours that was credited, when it is not the account of the statement: a virtual IBAN. */
  readonly creditedAccount?: BankAccount | undefined;
  /** Structured creditor reference. */
  readonly reference?: string | undefined;
  /** Unstructured remittance information, lines joined by a space. */
  readonly remittance?: string | undefined;
  /** ISO external code of a return (RtrInf), or `R01` and so on. Unknown codes are kept. */
  readonly returnReason?: string | undefined;
}

export interface StatementEntry {
  readonly record: 'entry';
  /** From 0, in the order of the statement. */
  readonly index: number;
  /** The bank's reference of the entry (AcctSvcrRef). */
  readonly bankReference?: string | undefined;
  /** NtryRef. */
  readonly entryReference?: string | undefined;
  /** Positive for a credit of our account, negative for a debit. */
  readonly amount: bigint;
  readonly currency: string;
  /** Only booked entries change a balance. Other values are `PENDING` and `INFORMATION`. */
  readonly status: 'BOOKED' | 'PENDING' | 'INFORMATION';
  /** RvslInd: the entry reverses an earlier one. */
  readonly isReversal: boolean;
  readonly bookingDate?: string | undefined;
  readonly valueDate?: string | undefined;
  /** Bank transaction code: `PMNT.RCDT.ESCT`, or the proprietary code, which is `BAI.698` for a code of BAI2. */
  readonly bankCode?: string | undefined;
  /** Of an entry that the bank booked as one for a batch. */
  readonly batch?:
    | {
        readonly messageId?: string | undefined;
        readonly batchId?: string | undefined;
        readonly count?: number | undefined;
      }
    | undefined;
  /** The bank's charges in the currency of the entry, negative if it gives them back. */
  readonly charges?: bigint | undefined;
  readonly details: readonly EntryDetail[];
  readonly information?: string | undefined;
}

/** The bank's status of a message, a batch or a payment (pain.002). */
export interface PaymentStatusReport {
  readonly record: 'status';
  readonly level: 'MESSAGE' | 'BATCH' | 'PAYMENT';
  readonly originalMessageId: string;
  readonly originalBatchId?: string | undefined;
  readonly originalEndToEndId?: string | undefined;
  /** ISO external code, `ACCP`, `ACSC`, `RJCT`, `PART`, `PDNG` and others. Unknown codes are kept. */
  readonly status: string;
  readonly reason?: string | undefined;
  readonly information?: string | undefined;
}

/** A returned entry of a NACHA file (addenda 99, or 98 with a rejected notification). */
export interface ReturnedPayment {
  readonly record: 'return';
  /** Of our entry, 15 digits. */
  readonly traceNumber: string;
  /** `R01` to `R85`. */
  readonly reason: string;
  readonly amount: bigint;
  readonly information?: string | undefined;
}

/** A notification of change (addenda 98): the bank knows newer data of an account. */
export interface ChangeNotice {
  readonly record: 'change-notice';
  readonly traceNumber: string;
  /** `C01` and so on. */
  readonly reason: string;
  /** As the bank wrote it. */
  readonly correctedData: string;
  readonly corrected: BankAccount & { readonly name?: string | undefined };
}

export type IncomingRecord =
  | FileHeader
  | StatementHeader
  | StatementEntry
  | StatementEnd
  | PaymentStatusReport
  | ReturnedPayment
  | ChangeNotice;

/** The file cannot be used: it goes to quarantine, and nothing of it is booked. */
export class UnreadableBankFile extends Error {
  override readonly name = 'UnreadableBankFile';
  /** From 1, where it is known. */
  readonly line: number | undefined;

  /** @param reason a sentence for the operator, without account numbers and personal data of the file. */
  constructor(reason: string, line?: number) {
    super(reason);
    this.line = line;
  }
}

/**
 * Reads a file as a stream: it holds one entry at a time. Throws `UnreadableBankFile`.
 *
 * Decision: the caller reads a file completely before it books a record, because an error can be in the last line.
 */
export type BankFileReader = (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<IncomingRecord>;
