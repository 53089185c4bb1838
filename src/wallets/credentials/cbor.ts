/**
 * A strict decoder of the CBOR that CTAP2 authenticators write. It runs before the passkey library, whose decoder accepts
 * byte strings that are longer than the input and ignores bytes after an item.
 *
 * It accepts integers, byte and text strings, arrays, maps with integer or text keys, false, true and null, with definite
 * lengths in their shortest form. It rejects repeated keys, bytes after the item, tags, floats and other simple values.
 * Why it is not a library: docs/decisions/0020-cbor.md.
 *
 * Source: RFC 8949; CTAP 2.1, section 8 (canonical form; the order of keys is not checked here).
 */
import { decodeUtf8 } from '../../kernel/crypto/encodings.ts';

export type Cbor = number | string | boolean | null | Uint8Array | readonly Cbor[] | CborMap;
export type CborMap = ReadonlyMap<number | string, Cbor>;

/** CTAP2 allows four levels. Certificates and extensions are not deeper. */
const maxDepth = 8;

class Malformed extends Error {}

class Reader {
  readonly #bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset: number) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  #take(length: number): Uint8Array {
    const end = this.offset + length;
    if (end > this.#bytes.length) throw new Malformed();
    const taken = this.#bytes.slice(this.offset, end);
    this.offset = end;
    return taken;
  }

  /** The argument of an item's head. Only its shortest form is accepted. */
  #argument(short: number): number {
    if (short < 24) return short;
    const length = { 24: 1, 25: 2, 26: 4 }[short];
    if (length === undefined) throw new Malformed();
    const value = this.#take(length).reduce((sum, byte) => sum * 256 + byte, 0);
    if (value < (length === 1 ? 24 : 256 ** (length / 2))) throw new Malformed();
    return value;
  }

  item(depth = 0): Cbor {
    if (depth > maxDepth) throw new Malformed();
    const [head = 0] = this.#take(1);
    const major = head >> 5;
    if (major === 7) return this.#simple(head & 31);
    const argument = this.#argument(head & 31);
    switch (major) {
      case 0:
        return argument;
      case 1:
        return -1 - argument;
      case 2:
        return this.#take(argument);
      case 3: {
        const text = decodeUtf8(this.#take(argument));
        if (text === undefined) throw new Malformed();
        return text;
      }
      case 4: {
        const items: Cbor[] = [];
        while (items.length < argument) items.push(this.item(depth + 1));
        return items;
      }
      case 5: {
        const map = new Map<number | string, Cbor>();
        while (map.size < argument) {
          const key = this.item(depth + 1);
          if ((typeof key !== 'number' && typeof key !== 'string') || map.has(key)) throw new Malformed();
          map.set(key, this.item(depth + 1));
        }
        return map;
      }
      default:
        throw new Malformed();
    }
  }

  #simple(value: number): boolean | null {
    if (value === 20) return false;
    if (value === 21) return true;
    if (value === 22) return null;
    throw new Malformed();
  }
}

/** Decodes the item at `offset`. `end` is the offset after it. `undefined` when the item is malformed. */
export function decodeCborAt(
  bytes: Uint8Array,
  offset: number,
): { readonly value: Cbor; readonly end: number } | undefined {
  const reader = new Reader(bytes, offset);
  try {
    return { value: reader.item(), end: reader.offset };
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** Decodes a single item. `undefined` when it is malformed or when bytes follow it. */
export function decodeCbor(bytes: Uint8Array): Cbor | undefined {
  const decoded = decodeCborAt(bytes, 0);
  return decoded?.end === bytes.length ? decoded.value : undefined;
}

export const isCborMap = (value: Cbor | undefined): value is CborMap => value instanceof Map;
