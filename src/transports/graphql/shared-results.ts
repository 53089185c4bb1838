/**
 * Answers to events, as text, for those who ask the same of the same event: made once while several wait, and kept a while
 * for those who are a little behind.
 *
 * Decision: kept within a number and within a size of them all, oldest forgotten first, and a large one not at all once it
 * is made. Callers choose how large an answer is, and what is kept stays when they have gone; whoever comes later than it
 * is kept has it made again.
 */
import type { LoggedEvent } from '../../infrastructure/events/log.ts';

export interface SharedResultBounds {
  readonly answers: number;
  /** Of all of them together, each with its question. */
  readonly characters: number;
  /** Of one, likewise. */
  readonly largest: number;
}

export interface SharedResults {
  /** The answer that is kept or just being made, or else the one that is made now. */
  get(event: LoggedEvent, question: string, make: () => Promise<string>): Promise<string>;
  readonly size: number;
  readonly characters: number;
}

interface Kept {
  readonly event: LoggedEvent;
  readonly question: string;
  readonly text: Promise<string>;
  length: number;
}

export function createSharedResults(bounds: SharedResultBounds): SharedResults {
  const byEvent = new WeakMap<LoggedEvent, Map<string, Kept>>();
  /** Oldest first. */
  const kept = new Set<Kept>();
  let characters = 0;

  function forget(one: Kept): void {
    if (!kept.delete(one)) return;
    characters -= one.length;
    byEvent.get(one.event)?.delete(one.question);
  }

  function grow(one: Kept, by: number): void {
    if (!kept.has(one)) return;
    one.length += by;
    characters += by;
    if (one.length > bounds.largest) forget(one);
    for (const oldest of kept) {
      if (kept.size <= bounds.answers && characters <= bounds.characters) break;
      forget(oldest);
    }
  }

  return {
    get(event, question, make) {
      const answers = byEvent.get(event) ?? new Map<string, Kept>();
      byEvent.set(event, answers);
      const known = answers.get(question);
      if (known) return known.text;
      const one: Kept = { event, question, text: make(), length: 0 };
      answers.set(question, one);
      kept.add(one);
      grow(one, question.length);
      one.text.then(
        (text) => grow(one, text.length),
        () => forget(one),
      );
      return one.text;
    },
    get size() {
      return kept.size;
    },
    get characters() {
      return characters;
    },
  };
}
