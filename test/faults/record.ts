/**
 * What the clients remember of a run: every operation with its response, what was counted on the way, and everything that
 * was not as it should be.
 */
import type { Call } from './client.ts';
import type { Flow } from './outcomes.ts';

/** An operation that has a key and a final result: with the record that it made, or with a rejection. */
export interface Operation {
  readonly kind: string;
  readonly key: string;
  /** To send it again. */
  readonly call: Call;
  /** Id of the record; absent when rejected. */
  readonly id: string | undefined;
  readonly rejection: string | undefined;
  /** Whether an attempt before the response got none: it may have had its effect after a rejection. */
  readonly uncertain: boolean;
}

/** Money that an operation was to move. */
export interface Movement {
  readonly flow: Flow;
  /** The internal account of a customer. */
  readonly accountId: string;
  readonly amount: number;
  /** What chooses the sandbox's outcome. */
  readonly suffix: string;
}

export interface QuoteMade extends Movement {
  readonly made: Operation;
  execution: Operation | undefined;
  /** Asked of an agent's action instead. */
  byAgent: boolean;
}

export type Decision = 'approve' | 'reject';

export interface ActionAsked extends Movement {
  readonly asked: Operation;
  /** Of an EXECUTE_QUOTE. */
  readonly quote: QuoteMade | undefined;
  /** What a person decided, and the status in the response. */
  decision: { readonly wanted: Decision; readonly status: string } | undefined;
}

export class RunRecord {
  readonly operations: Operation[] = [];
  readonly customers: Operation[] = [];
  readonly externalAccounts: Operation[] = [];
  readonly transfers: (Movement & { readonly made: Operation })[] = [];
  readonly quotes: QuoteMade[] = [];
  readonly actions: ActionAsked[] = [];
  readonly counts = new Map<string, number>();
  readonly #findings = new Map<string, number>();

  count(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times);
  }

  /** Keeps the highest of a figure. */
  highest(what: string, figure: number): void {
    this.counts.set(what, Math.max(this.counts.get(what) ?? 0, figure));
  }

  /** Something that must not be. The same thing again is counted. */
  finding(what: string): void {
    const times = this.#findings.get(what) ?? 0;
    this.#findings.set(what, times + 1);
    if (times === 0) console.log(`  ! ${what}`);
  }

  /** Holds a figure against what it must be. */
  same(what: string, actual: unknown, expected: unknown): void {
    const [found, wanted] = [actual, expected].map((value) => JSON.stringify(value));
    if (found !== wanted) this.finding(`${what}: ${found} instead of ${wanted}`);
  }

  /** Holds two sets of ids against each other, and names some of those that differ. */
  sameSet(what: string, actual: Iterable<string>, expected: Iterable<string>): void {
    const [found, wanted] = [new Set(actual), new Set(expected)];
    const told = (ids: string[]) => `${ids.length}, for example ${ids.slice(0, 3).join(', ')}`;
    const lost = [...wanted].filter((id) => !found.has(id));
    const extra = [...found].filter((id) => !wanted.has(id));
    if (lost.length > 0) this.finding(`${what}: acknowledged and not there: ${told(lost)}`);
    if (extra.length > 0) this.finding(`${what}: there and never acknowledged: ${told(extra)}`);
  }

  get findings(): string[] {
    return [...this.#findings].map(([what, times]) => (times > 1 ? `${what} (${times} times)` : what));
  }
}
