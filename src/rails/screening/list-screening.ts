/**
 * Screens names against sanctions lists in files. The lists are in memory; a search takes about a millisecond, and lets other work
 * run every few milliseconds.
 *
 * Decision: a birth date never excludes a match. If the list has birth dates and none is within two years of the person's, the
 * score is 10 lower; if both countries are known and differ, 5 lower.
 * Decision: a list that becomes unusable while the service runs is reported, and the one before is used.
 *
 * Source: docs/operations/screening.md.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { ScreenedParty, Screening, ScreeningHit } from '../../customers/ports.ts';
import type { SimilarName } from './name-index.ts';
import { inspectLists, type LoadedLists, readLists } from './read-lists.ts';

const sliceMs = 5;
const birthYearTolerance = 2;
const birthDatePenalty = 10;
const countryPenalty = 5;

/** The maximum number of hits of one party. The best ones are reported. */
const maxHits = 20;

interface ListScreening extends Screening {
  /** Reads the files again if they have changed. Throws if they cannot be used; the lists stay as they were. */
  refresh(): Promise<void>;
}

const yearOf = (date: string): number => Number(date.slice(0, 4));

function scoreOf({ entry, score }: SimilarName, { birthDate, country }: ScreenedParty): number {
  const isOtherAge =
    birthDate !== undefined &&
    entry.birthDates.length > 0 &&
    entry.birthDates.every((listed) => Math.abs(yearOf(listed) - yearOf(birthDate)) > birthYearTolerance);
  const isElsewhere = country !== undefined && entry.country !== undefined && entry.country !== country;
  return score - (isOtherAge ? birthDatePenalty : 0) - (isElsewhere ? countryPenalty : 0);
}

/** Runs a generator to its end. Other work runs after each slice. */
async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  let startedAt = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - startedAt < sliceMs) continue;
    await turn();
    startedAt = performance.now();
  }
}

async function screen(
  { index }: LoadedLists,
  party: ScreenedParty,
  threshold: number,
): Promise<readonly ScreeningHit[]> {
  const hits = new Map<string, ScreeningHit>();
  for (const name of party.names) {
    for (const similar of await inSlices(index.search(name, party.kind, threshold))) {
      const { entry, listed } = similar;
      const score = scoreOf(similar, party);
      if (score < threshold || score <= (hits.get(entry.id)?.score ?? 0)) continue;
      hits.set(entry.id, { entryId: entry.id, matchedName: listed, program: entry.program, score });
    }
  }
  return [...hits.values()].sort((a, b) => b.score - a.score).slice(0, maxHits);
}

/**
 * Reads the lists. Throws `UnusableList` if they cannot be used.
 *
 * @param threshold the lowest score that is a match, 60 to 100.
 */
export async function openListScreening(paths: readonly string[], threshold: number): Promise<ListScreening> {
  let lists = await readLists(paths);
  return {
    // Another threshold gives other matches, so it is a part of the version.
    list: () => ({ version: `${lists.version}-${threshold}`, changedAt: lists.changedAt }),
    screen: async (_platform, party) => screen(lists, party, threshold),
    async refresh() {
      const { version } = await inspectLists(paths);
      if (version !== lists.version) lists = await readLists(paths);
    },
  };
}
