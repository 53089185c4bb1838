/** 0 is a free slot. */
const keyOf = (digest: string): bigint => Buffer.from(digest, 'base64url').readBigUInt64LE() || 1n;

/**
 * Counts how often each of many keys has occurred, in 16 to 32 bytes for each: a statement can have millions of entries, and a map of
 * their keys would take hundreds of megabytes.
 *
 * Decision: a key is known by 64 bits of its digest. Of ten million keys, two have the same bits once in 370,000 statements.
 */
export class Occurrences {
  /** Open addressing; 0 is a free slot. At most half of the slots are used. */
  #slots = new BigUint64Array(1_024);
  #used = 0;
  /** Of keys that occurred more than once. */
  readonly #repeated = new Map<bigint, number>();

  /**
   * Counts a key, and returns how often it has occurred.
   *
   * @param digest SHA-256 of the key, in base64url.
   */
  add(digest: string): number {
    const key = keyOf(digest);
    const slot = this.#slotOf(key);
    if (this.#slots[slot] === key) {
      const count = (this.#repeated.get(key) ?? 1) + 1;
      this.#repeated.set(key, count);
      return count;
    }
    this.#slots[slot] = key;
    this.#used += 1;
    if (2 * this.#used > this.#slots.length) this.#grow();
    return 1;
  }

  /** Whether a key has occurred. */
  has(digest: string): boolean {
    const key = keyOf(digest);
    return this.#slots[this.#slotOf(key)] === key;
  }

  /** The slot of the key, or the free one that it gets. */
  #slotOf(key: bigint): number {
    const last = this.#slots.length - 1;
    let slot = Number(key & BigInt(last));
    while (this.#slots[slot] !== 0n && this.#slots[slot] !== key) slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new BigUint64Array(2 * before.length);
    for (const key of before) if (key !== 0n) this.#slots[this.#slotOf(key)] = key;
  }
}
