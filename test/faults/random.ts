/**
 * A seeded random generator. A seed reproduces the kinds of load and faults. It does not reproduce the run, because the
 * timing of processes and of the database varies.
 */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** An integer, both limits included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the names, with a probability by weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  /** A separate generator, so that the values of one loop do not depend on the progress of another. */
  branch(): Random;
}

/** Mulberry32: 32 bits of state suffice for faults. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: Random = {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly T[]): T => {
      if (from.length === 0) throw new Error('There is nothing to pick from.');
      return from[Math.floor(next() * from.length)] as T;
    },
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const names = Object.keys(weights) as K[];
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      return random.pick(names);
    },
    branch: () => seeded(Math.floor(next() * 2 ** 32)),
  };
  return random;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
