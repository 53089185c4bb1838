/** Which requests keep the server's event loop from turning: those that were under way when it stood still, tried again. */
import type { Case } from './case.ts';
import type { Sender } from './send.ts';

/** As the probe reports it, in milliseconds since the epoch. */
export interface Stall {
  readonly milliseconds: number;
  readonly from: number;
  readonly to: number;
}

export interface Suspect {
  readonly index: number;
  readonly one: Case;
  /** Of the stalls that it was under way in, the longest. */
  milliseconds: number;
}

export interface StallWatch {
  /** Takes what the probe reports. */
  report(stall: Stall): void;
  begun(index: number, one: Case): () => void;
  /** Those that were under way in a stall, the longest first; of one kind only so many, or they would crowd others out. */
  suspects(ofKind: number): Suspect[];
  /** The longest stall since the last call; 0 where there was none. */
  takeLongest(): number;
}

const now = (): number => performance.timeOrigin + performance.now();

/** Reports come a little later than what they tell of. */
const rememberedMs = 2_000;

export function createStallWatch(): StallWatch {
  const underWay = new Set<{ index: number; one: Case; begun: number; ended: number }>();
  const suspects = new Map<number, Suspect>();
  let longest = 0;
  return {
    report({ milliseconds, from, to }) {
      longest = Math.max(longest, milliseconds);
      for (const { index, one, begun, ended } of underWay) {
        if (begun > to || ended < from) continue;
        const suspect = suspects.get(index) ?? { index, one, milliseconds: 0 };
        suspect.milliseconds = Math.max(suspect.milliseconds, milliseconds);
        suspects.set(index, suspect);
      }
    },
    begun(index, one) {
      const entry = { index, one, begun: now(), ended: Number.POSITIVE_INFINITY };
      underWay.add(entry);
      return () => {
        entry.ended = now();
        for (const old of underWay) {
          if (old.ended < entry.ended - rememberedMs) underWay.delete(old);
          else break;
        }
      };
    },
    suspects(ofKind) {
      const sorted = [...suspects.values()].sort((a, b) => b.milliseconds - a.milliseconds);
      const kinds = new Map<string, number>();
      return sorted.filter(({ one }) => {
        const name = `${one.face} ${one.kind}`;
        const before = kinds.get(name) ?? 0;
        kinds.set(name, before + 1);
        return before < ofKind;
      });
    },
    takeLongest() {
      const taken = longest;
      longest = 0;
      return taken;
    },
  };
}

/** The same request in other words: a document that was prepared once costs less when it comes again. */
function inOtherWords(one: Case, time: number): Case {
  const blanks = ' '.repeat(time + 1);
  const reworded = (text: string): string => {
    try {
      const value = JSON.parse(text) as { query?: unknown; payload?: { query?: unknown } };
      const asked = value.payload ?? value;
      if (typeof asked.query !== 'string') return text;
      asked.query += blanks;
      return JSON.stringify(value);
    } catch {
      return text;
    }
  };
  if (one.face === 'socket') {
    const messages = one.messages.map((message) =>
      typeof message === 'string' ? reworded(message) : message,
    );
    return { ...one, messages };
  }
  if (one.face === 'raw' || typeof one.body !== 'string') return one;
  return { ...one, body: reworded(one.body) };
}

/** A stall of this length is one that other clients notice. */
export const stallMs = 100;
const tries = 3;
/** After a request, for the report to come. */
const reportDelayMs = 60;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * How long a request stops the server when it is sent alone: the shortest of three stalls, so that neither the
 * collection of garbage nor code that is not compiled yet counts.
 */
export async function stallOf(sender: Sender, watch: StallWatch, one: Case): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < tries && shortest > 0; time += 1) {
    await pause(reportDelayMs);
    watch.takeLongest();
    await sender.send(inOtherWords(one, time));
    await pause(reportDelayMs);
    shortest = Math.min(shortest, watch.takeLongest());
  }
  return shortest;
}
