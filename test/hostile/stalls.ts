/** Finds the requests that block the event loop of the server: requests that ran during a stall are repeated alone. */
import type { Case } from './case.ts';
import type { Sender } from './send.ts';

/** A stall in the report of the probe, in milliseconds since the epoch. */
export interface Stall {
  readonly milliseconds: number;
  readonly from: number;
  readonly to: number;
}

export interface Suspect {
  readonly index: number;
  readonly one: Case;
  /** The duration of the longest stall during the request. */
  milliseconds: number;
}

export interface StallWatch {
  /** Receives a report of the probe. */
  report(stall: Stall): void;
  start(index: number, one: Case): () => void;
  /** The requests that ran during a stall, the longest stalls first, with a maximum number for each kind. */
  suspects(ofKind: number): Suspect[];
  /** The longest stall since the last call; 0 if there was none. */
  takeMaxStall(): number;
}

const now = (): number => performance.timeOrigin + performance.now();

/** A report follows its stall after a moment. */
const rememberedMs = 2_000;

export function createStallWatch(): StallWatch {
  const running = new Set<{ index: number; one: Case; startMs: number; endMs: number }>();
  const suspects = new Map<number, Suspect>();
  let maxStallMs = 0;
  return {
    report({ milliseconds, from, to }) {
      maxStallMs = Math.max(maxStallMs, milliseconds);
      for (const { index, one, startMs, endMs } of running) {
        if (startMs > to || endMs < from) continue;
        const suspect = suspects.get(index) ?? { index, one, milliseconds: 0 };
        suspect.milliseconds = Math.max(suspect.milliseconds, milliseconds);
        suspects.set(index, suspect);
      }
    },
    start(index, one) {
      const entry = { index, one, startMs: now(), endMs: Number.POSITIVE_INFINITY };
      running.add(entry);
      return () => {
        entry.endMs = now();
        for (const old of running) {
          if (old.endMs < entry.endMs - rememberedMs) running.delete(old);
          else break;
        }
      };
    },
    suspects(ofKind) {
      const sorted = [...suspects.values()].sort((a, b) => b.milliseconds - a.milliseconds);
      const kinds = new Map<string, number>();
      return sorted.filter(({ one }) => {
        const name = `${one.transport} ${one.kind}`;
        const before = kinds.get(name) ?? 0;
        kinds.set(name, before + 1);
        return before < ofKind;
      });
    },
    takeMaxStall() {
      const taken = maxStallMs;
      maxStallMs = 0;
      return taken;
    },
  };
}

/** The same request with a changed text, because a cached document costs less. */
function inOtherWords(one: Case, time: number): Case {
  const blanks = ' '.repeat(time + 1);
  const reworded = (text: string): string => {
    try {
      const value = JSON.parse(text) as { query?: unknown; payload?: { query?: unknown } };
      const request = value.payload ?? value;
      if (typeof request.query !== 'string') return text;
      request.query += blanks;
      return JSON.stringify(value);
    } catch {
      return text;
    }
  };
  if (one.transport === 'socket') {
    const messages = one.messages.map((message) =>
      typeof message === 'string' ? reworded(message) : message,
    );
    return { ...one, messages };
  }
  if (one.transport === 'raw' || typeof one.body !== 'string') return one;
  return { ...one, body: reworded(one.body) };
}

/** The minimum duration of a stall that affects other clients. */
export const stallMs = 100;
const tries = 3;
/** The delay of a report after a request. */
const reportDelayMs = 60;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The duration for which a request blocks the server when it is sent alone: the minimum of three stalls, so that garbage
 * collection and code that is not yet compiled do not count.
 */
export async function stallOf(sender: Sender, watch: StallWatch, one: Case): Promise<number> {
  let minStallMs = Number.POSITIVE_INFINITY;
  for (let time = 0; time < tries && minStallMs > 0; time += 1) {
    await pause(reportDelayMs);
    watch.takeMaxStall();
    await sender.send(inOtherWords(one, time));
    await pause(reportDelayMs);
    minStallMs = Math.min(minStallMs, watch.takeMaxStall());
  }
  return minStallMs;
}
