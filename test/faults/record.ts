/**
 * The record of a run: every operation with its response, counters, and all findings.
 */
import type { Call } from './client.ts';
import type { Flow } from './outcomes.ts';

/** An operation with a key and a final result: the created record or an error. */
export interface Operation {
  readonly kind: string;
  readonly key: string;
  /** The call, to repeat it. */
  readonly call: Call;
  /** The id of the record; absent after an error. */
  readonly id: string | undefined;
  readonly rejection: string | undefined;
  /** Whether an earlier attempt got no response. Such an attempt may have an effect after an error. */
  readonly uncertain: boolean;
}

/** A requested movement of money. */
export interface Movement {
  readonly flow: Flow;
  /** The internal account of a customer. */
  readonly accountId: string;
  readonly amount: number;
  /** The suffix that selects the sandbox outcome. */
  readonly suffix: string;
}

export interface QuoteMade extends Movement {
  readonly made: Operation;
  execution: Operation | undefined;
  /** Set if an agent requested the movement as an action. */
  byAgent: boolean;
}

export type Decision = 'approve' | 'reject';

export interface RequestedAction extends Movement {
  readonly operation: Operation;
  /** The quote of an EXECUTE_QUOTE action. */
  readonly quote: QuoteMade | undefined;
  /** The decision, and the status in the response. */
  decision: { readonly wanted: Decision; readonly status: string } | undefined;
}

export class RunRecord {
  readonly operations: Operation[] = [];
  readonly customers: Operation[] = [];
  readonly externalAccounts: Operation[] = [];
  readonly transfers: (Movement & { readonly made: Operation })[] = [];
  readonly quotes: QuoteMade[] = [];
  readonly actions: RequestedAction[] = [];
  readonly counts = new Map<string, number>();
  readonly #findings = new Map<string, number>();

  count(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times);
  }

  /** Records the maximum of a value. */
  recordMax(what: string, value: number): void {
    this.counts.set(what, Math.max(this.counts.get(what) ?? 0, value));
  }

  /** Records a violation. Repetitions are counted. */
  finding(what: string): void {
    const times = this.#findings.get(what) ?? 0;
    this.#findings.set(what, times + 1);
    if (times === 0) console.log(`  ! ${what}`);
  }

  /** Compares a value with the expected one. */
  same(what: string, actual: unknown, expected: unknown): void {
    const [found, wanted] = [actual, expected].map((value) => JSON.stringify(value));
    if (found !== wanted) this.finding(`${what}: ${found} instead of ${wanted}`);
  }

  /** Compares two sets of ids and reports some of the differences. */
  sameSet(what: string, actual: Iterable<string>, expected: Iterable<string>): void {
    const [found, wanted] = [new Set(actual), new Set(expected)];
    const summary = (ids: string[]) => `${ids.length}, for example ${ids.slice(0, 3).join(', ')}`;
    const lost = [...wanted].filter((id) => !found.has(id));
    const extra = [...found].filter((id) => !wanted.has(id));
    if (lost.length > 0) this.finding(`${what}: acknowledged and missing: ${summary(lost)}`);
    if (extra.length > 0) this.finding(`${what}: present and not acknowledged: ${summary(extra)}`);
  }

  get findings(): string[] {
    return [...this.#findings].map(([what, times]) => (times > 1 ? `${what} (${times} times)` : what));
  }
}
