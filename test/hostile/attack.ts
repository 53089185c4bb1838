/** Sends a large number of cases, a few at a time, and records invalid responses and slow requests. */
import type { Case, World } from './case.ts';
import { hostileCases } from './cases.ts';
import { problemsWith } from './check-response.ts';
import { type Outcome, senderTo } from './send.ts';
import { type StallWatch, stallMs, stallOf } from './stalls.ts';

const maxMs = 1_000;
/** Reading the rows of a file takes longer. It does not block the event loop. */
const maxMsPerMegabyte = 300;

/** Moving the sandbox's clock waits up to five seconds for webhook endpoints that do not respond (src/sandbox/run-due-work.ts). */
const maxClockMs = 6_000;

const movesClock = /sandboxAdvanceClock|sandbox\/clock/;

/** The maximum duration of a request when no other request is sent. */
export const maxMsOf = (one: Case): number => {
  const texts =
    one.transport === 'socket'
      ? one.messages
      : one.transport === 'raw'
        ? [one.bytes]
        : [one.path, one.body ?? ''];
  if (texts.some((text) => movesClock.test(text.toString()))) return maxClockMs;
  const megabytes = Math.floor(Math.max(...texts.map(({ length }) => length)) / 1024 ** 2);
  return maxMs + megabytes * maxMsPerMegabyte;
};

/** Of the requests that ran during a stall: those of the longest stalls, and at most this number of one kind. */
const suspectsTried = 200;
const suspectsOfKind = 8;

export interface Finding {
  readonly index: number;
  readonly one: Case;
  readonly problems: readonly string[];
  readonly outcome: Outcome;
}

export interface Findings {
  readonly wrong: readonly Finding[];
  /** Requests that were too slow in every repetition, sent alone. */
  readonly slow: readonly Finding[];
  /** Requests that blocked the event loop of the server in every repetition, sent alone. */
  readonly stalling: readonly Finding[];
  /** The longest stall of a request that was sent alone, and the kind of the request; absent if there was none. */
  readonly maxStall: { readonly milliseconds: number; readonly kind: string } | undefined;
  /** The number of responses by status, close code or error. */
  readonly counts: ReadonlyMap<string, number>;
}

const nameOf = (one: Case, outcome: Outcome): string => {
  switch (outcome.how) {
    case 'responded':
      return `${one.transport} ${outcome.status}`;
    case 'said':
      return `socket ${outcome.rejected ?? outcome.closed ?? 'open'}`;
    case 'written':
      return `raw ${/^HTTP\/1\.1 (\d{3})/.exec(outcome.text)?.[1] ?? 'nothing'}`;
    case 'no-response':
      return `${one.transport} no response`;
  }
};

export interface Attack {
  readonly url: string;
  readonly world: World;
  readonly seed: number;
  readonly count: number;
  readonly connections?: number;
  /** Receives the event loop stalls of the server process. */
  readonly watch?: StallWatch;
  /** Called at intervals with the number of sent requests. */
  readonly onProgress?: (sent: number) => void;
}

/** Sends all cases and repeats the suspicious ones alone. */
export async function attack({
  url,
  world,
  seed,
  count,
  connections = 6,
  watch,
  onProgress,
}: Attack): Promise<Findings> {
  const sender = senderTo(url, connections);
  const cases = hostileCases(seed, world);
  const wrong: Finding[] = [];
  const late: Finding[] = [];
  const counts = new Map<string, number>();
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      const one = cases.next().value;
      const ended = watch?.start(index, one);
      const outcome = await sender.send(one);
      ended?.();
      const name = nameOf(one, outcome);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const problems = problemsWith(one, outcome);
      if (problems.length > 0) wrong.push({ index, one, problems, outcome });
      if (outcome.milliseconds > maxMsOf(one)) late.push({ index, one, problems, outcome });
      if ((index + 1) % 1_000 === 0) onProgress?.(index + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));

  // With concurrent requests on a busy machine it may have waited. It counts as slow only if it is slow alone, every time.
  const slow: Finding[] = [];
  for (const finding of late) {
    const allowed = maxMsOf(finding.one);
    let best = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 4 && best > allowed; time += 1) {
      best = Math.min(best, (await sender.send(finding.one)).milliseconds);
    }
    if (best > allowed) slow.push({ ...finding, outcome: { ...finding.outcome, milliseconds: best } });
  }
  // The same for requests that ran during the longest stalls.
  const stalling: Finding[] = [];
  let maxStall: Findings['maxStall'];
  for (const { index, one } of watch?.suspects(suspectsOfKind).slice(0, suspectsTried) ?? []) {
    const milliseconds = watch ? await stallOf(sender, watch, one) : 0;
    if (milliseconds > (maxStall?.milliseconds ?? 0)) maxStall = { milliseconds, kind: one.kind };
    if (milliseconds <= stallMs) continue;
    const problems = [`it blocked the event loop for ${milliseconds.toFixed(0)} ms`];
    stalling.push({ index, one, problems, outcome: await sender.send(one) });
  }
  sender.close();
  return { wrong, slow, stalling, maxStall, counts };
}

/** A readable report of a finding. */
export function described({ index, one, problems, outcome }: Finding): string {
  const sent =
    one.transport === 'raw'
      ? JSON.stringify(one.bytes.toString('latin1').slice(0, 600))
      : one.transport === 'socket'
        ? JSON.stringify(one.messages.map((message) => String(message).slice(0, 300)))
        : `${one.method} ${one.path.slice(0, 300)} ${JSON.stringify(one.headers).slice(0, 300)}\n  ${String(one.body ?? '').slice(0, 600)}`;
  const responded =
    outcome.how === 'responded' || outcome.how === 'written'
      ? outcome.text.slice(0, 400)
      : JSON.stringify(outcome).slice(0, 400);
  return `#${index} ${one.transport}, ${one.kind}: ${problems.join('; ')} (${outcome.milliseconds.toFixed(0)} ms)\n  ${sent}\n  -> ${responded}`;
}
