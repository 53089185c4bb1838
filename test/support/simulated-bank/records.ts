/**
 * Records of the simulated bank. It is a second implementation of the formats: nothing in this folder imports from `src/`.
 *
 * Amounts are `bigint` in the smallest unit of the currency. Dates are `YYYY-MM-DD`.
 */

/** The account of the service at this bank: an IBAN with a BIC, or a number with a routing number. */
export interface SimulatedAccount {
  readonly iban?: string;
  readonly bic?: string;
  readonly routing?: string;
  readonly accountNumber?: string;
}

/** CREDIT: our account pays the other party. DEBIT: our account collects from the other party. */
export type Direction = 'CREDIT' | 'DEBIT';

export type ReceivedFormat = 'PAIN_001' | 'PAIN_008' | 'NACHA';

/** What only NACHA has: the return of an entry repeats it. */
export interface NachaEntry {
  readonly transactionCode: string;
  readonly routing: string;
  readonly traceNumber: string;
}

export interface ReceivedPayment {
  readonly endToEndId: string;
  /** Positive. */
  readonly amount: bigint;
  readonly name: string;
  /** IBAN or account number of the other party. */
  readonly account: string;
  readonly remittance?: string | undefined;
  readonly mandateReference?: string | undefined;
  readonly nacha?: NachaEntry | undefined;
}

/** Company of a NACHA batch, as its header names it. */
export interface NachaCompany {
  readonly name: string;
  readonly id: string;
  readonly entryClass: string;
  readonly description: string;
}

export interface ReceivedBatch {
  readonly id: string;
  readonly direction: Direction;
  readonly executionDate: string;
  readonly payments: readonly ReceivedPayment[];
  readonly company?: NachaCompany | undefined;
  /** A balanced NACHA batch has the one entry of our account, so the bank books it as one. */
  readonly isBalanced: boolean;
}

export interface ReceivedFile {
  readonly format: ReceivedFormat;
  readonly messageId: string;
  readonly batches: readonly ReceivedBatch[];
}

/** The file breaks a rule of its format or of the bank, which can name its message. */
export class FileRejected extends Error {
  override readonly name = 'FileRejected';
  /** ISO reason of the rejection. */
  readonly code: string;
  readonly file: Pick<ReceivedFile, 'messageId' | 'format'>;

  constructor(message: string, code: string, file: Pick<ReceivedFile, 'messageId' | 'format'>) {
    super(message);
    this.code = code;
    this.file = file;
  }
}

/** What became of a file of the outbox. */
export interface FileResult {
  readonly name: string;
  readonly messageId: string | undefined;
  /** DUPLICATE: the same bytes again. CONFLICTING: the message id again with other bytes. UNREADABLE: no message id. */
  readonly result: 'EXECUTED' | 'REJECTED' | 'DUPLICATE' | 'CONFLICTING' | 'UNREADABLE';
  readonly reason?: string | undefined;
}

export type Outcome = 'WAITING' | 'EXECUTED' | 'REJECTED' | 'RETURNED';

/** What the service must know about a payment in the end. */
export interface ExpectedPayment {
  readonly outcome: Outcome;
  /** Reason of a rejection or return: ISO code, or `R01` and so on. */
  readonly code: string | undefined;
  readonly amount: bigint;
  readonly direction: Direction;
  /** The day of the entry by which it came back. */
  readonly returnedOn: string | undefined;
  /** How often the payment was received. A second time is a fault of the service. */
  readonly timesReceived: number;
}

/** A payment that the bank works on. */
export interface Order {
  readonly format: ReceivedFormat;
  readonly messageId: string;
  readonly batch: ReceivedBatch;
  readonly payment: ReceivedPayment;
  outcome: Outcome;
  code: string | undefined;
  returnedOn?: string;
}

export interface EntryDetail {
  readonly endToEndId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly mandateReference?: string | undefined;
  readonly amount: bigint;
  readonly name?: string | undefined;
  readonly account?: string | undefined;
  readonly virtualIban?: string | undefined;
  readonly reference?: string | undefined;
  readonly remittance?: string | undefined;
  readonly returnReason?: string | undefined;
}

export type EntryKind = 'PAYMENT' | 'COLLECTION' | 'DEPOSIT' | 'RETURN' | 'FEE' | 'OTHER';

/** A booked movement of our account. */
export interface BankEntry {
  readonly kind: EntryKind;
  readonly bankReference: string;
  /** Whether statements state `bankReference`. */
  readonly hasBankReference: boolean;
  /** Positive for a credit of our account. */
  readonly amount: bigint;
  readonly date: string;
  /** Of an entry for a batch. American banks state the count only. */
  readonly batch?:
    | {
        readonly messageId?: string | undefined;
        readonly batchId?: string | undefined;
        readonly count: number;
      }
    | undefined;
  readonly details: readonly EntryDetail[];
  readonly information?: string | undefined;
}

export interface Statement {
  readonly id: string;
  readonly number: number;
  readonly date: string;
  readonly account: SimulatedAccount;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly entries: readonly BankEntry[];
  readonly page?: { readonly number: number; readonly isLast: boolean } | undefined;
  readonly information?: string | undefined;
}

export interface DepositInput {
  readonly amount: bigint;
  readonly name: string;
  /** IBAN or account number of the payer. */
  readonly iban: string;
  readonly reference?: string;
  readonly virtualIban?: string;
}

/** How a deposit names the account of the service's customer. */
export type DepositForm = 'STRUCTURED' | 'UNSTRUCTURED' | 'VIRTUAL_IBAN' | 'NONE';

export interface Deposit {
  readonly bankReference: string;
  readonly date: string;
  /** Booked. It differs from `requested` when the bank credited a wrong amount. */
  readonly amount: bigint;
  readonly requested: bigint;
  readonly form: DepositForm;
  /** What the payer gave, even if the bank lost it. */
  readonly reference: string | undefined;
  readonly virtualIban: string | undefined;
}

export const breakKinds = [
  'UNEXPLAINED_ENTRY',
  'WRONG_AMOUNT',
  'DOUBLE_BOOKING',
  'UNMATCHED_DEPOSIT',
  'STATEMENT_GAP',
  'CONFLICTING_STATEMENT',
  'FOREIGN_ACCOUNT',
  'UNREADABLE_FILE',
] as const;

/** A deviation that reconciliation must name. */
export interface BankBreak {
  readonly kind: (typeof breakKinds)[number];
  readonly date: string;
  /** Of the entry, positive for a credit of our account. Absent for a break of a statement or file. */
  readonly amount: bigint | undefined;
  /**
   * UNEXPLAINED_ENTRY, UNMATCHED_DEPOSIT: reference of the bank. WRONG_AMOUNT, DOUBLE_BOOKING: end-to-end id.
   * STATEMENT_GAP: the number that no statement has. CONFLICTING_STATEMENT, FOREIGN_ACCOUNT: statement id.
   * UNREADABLE_FILE: file name.
   */
  readonly id: string;
}
