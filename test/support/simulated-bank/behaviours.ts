/**
 * What the bank does besides accepting and booking. A behaviour happens at random, with a probability, or on request, once.
 *
 * Decision: each kind has a random generator of its own, so that one more decision of a kind does not change the others.
 */
import { type Random, seeded } from '../../faults/random.ts';

export const behaviourKinds = [
  // Payments. NACHA has no rejections before execution: an entry is returned instead.
  'rejectFile',
  'rejectBatch',
  'rejectPayment',
  'returnPayment',
  'changeNotice',
  'omitStatusReport',
  // Booking.
  'batchBooking',
  'batchWithoutDetails',
  'omitBankReference',
  'fee',
  'wrongAmount',
  'doubleBooking',
  'unexplainedEntry',
  // Deposits.
  'unstructuredReference',
  'loseReference',
  'wrongDepositAmount',
  // Files of a day.
  'intradayReport',
  'pendingIntraday',
  'creditNotification',
  'skipStatementNumber',
  'delayStatement',
  'reorderStatement',
  'paginateStatement',
  'repeatFile',
  'conflictingStatement',
  'truncateFile',
  'foreignStatement',
] as const;

export type BehaviourKind = (typeof behaviourKinds)[number];

/** From 0 to 1; the default is 0. */
export type Probabilities = Partial<Readonly<Record<BehaviourKind, number>>>;

export interface BehaviourRequest {
  /** Only for this payment, batch id or message id. The default is the next one. */
  readonly id?: string;
  /** Reason of a rejection, return or change. */
  readonly code?: string;
  /** Open days until a return, or until a delayed statement is delivered. */
  readonly days?: number;
  /** Of a fee or an unexplained entry (negative for a debit), or what is added to a wrong amount. */
  readonly amount?: bigint;
}

export interface Behaviours {
  /** The next decision of the kind, or the one of the id, is positive. */
  request(kind: BehaviourKind, request?: BehaviourRequest): void;
  /** The request or the random decision, or undefined when the bank does not do it. */
  decide(kind: BehaviourKind, id?: string): BehaviourRequest | undefined;
  /** The generator of the kind, or of the versions of files. */
  random(kind: BehaviourKind | 'version'): Random;
}

export function createBehaviours(seed: number, probabilities: Probabilities): Behaviours {
  const source = seeded(seed);
  const generators = new Map([...behaviourKinds, 'version' as const].map((kind) => [kind, source.branch()]));
  const requests: { readonly kind: BehaviourKind; readonly request: BehaviourRequest }[] = [];

  const random = (kind: BehaviourKind | 'version'): Random => generators.get(kind) ?? source;

  return {
    request(kind, request = {}) {
      requests.push({ kind, request });
    },
    decide(kind, id) {
      const index = requests.findIndex(
        (one) => one.kind === kind && (one.request.id === undefined || one.request.id === id),
      );
      if (index >= 0) return requests.splice(index, 1)[0]?.request;
      return random(kind).chance(probabilities[kind] ?? 0) ? {} : undefined;
    },
    random,
  };
}

/** Reasons that the bank selects at random. */
export const reasonCodes = {
  rejection: {
    CREDIT: ['AC01', 'AC04', 'AC06', 'AG01', 'RC01', 'RR04'],
    DEBIT: ['AC01', 'AC04', 'AM04', 'MD01', 'MD07'],
  },
  isoReturn: {
    CREDIT: ['AC01', 'AC04', 'AC06', 'MD07', 'MS03', 'NOAS'],
    DEBIT: ['AC04', 'AM04', 'MD01', 'MD06', 'MS02'],
  },
  nachaReturn: {
    CREDIT: ['R02', 'R03', 'R04', 'R16', 'R23'],
    DEBIT: ['R01', 'R02', 'R03', 'R04', 'R08', 'R09', 'R10'],
  },
  change: ['C01', 'C02', 'C03', 'C05', 'C06', 'C07'],
} as const;
