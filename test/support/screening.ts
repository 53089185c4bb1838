/** A sanctions list for tests: names that match completely, in the order of the entries. */
import type { ScreenedParty, Screening } from '../../src/customers/ports.ts';
import type { Platform } from '../../src/platforms/platform.ts';

export interface TestList extends Screening {
  /** Replaces the list. The entry of a name is its position from 1: `TEST:1`. */
  replace(version: string, names: readonly string[], changedAt?: Date): void;
  /** The parties that were screened, oldest first. */
  readonly screened: ScreenedParty[];
}

/** A list for production platforms; `modes` selects others. */
export function testList(
  names: readonly string[],
  version = 'v1',
  modes: readonly Platform['mode'][] = ['PRODUCTION'],
): TestList {
  let list = { version, changedAt: new Date('2026-10-01T00:00:00Z') };
  let entries = names;
  const screened: ScreenedParty[] = [];
  return {
    list: ({ mode }) => (modes.includes(mode) ? list : undefined),
    async screen(_platform, party) {
      screened.push(party);
      return entries.flatMap((name, index) =>
        party.names.includes(name)
          ? [{ entryId: `TEST:${index + 1}`, matchedName: name, program: 'TEST', score: 97 }]
          : [],
      );
    },
    replace(next, nextNames, changedAt = new Date(list.changedAt.getTime() + 1_000)) {
      list = { version: next, changedAt };
      entries = nextNames;
    },
    screened,
  };
}
