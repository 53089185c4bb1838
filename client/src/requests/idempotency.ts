/**
 * Idempotency keys: a mutation that declares `$idempotencyKey` gets one, and every attempt sends the same. The server
 * executes a key once and returns the first result to the others.
 */
import type { Operation } from '../document.ts';

/**
 * Keeps the keys of attempts over a restart of the caller, in a database or file.
 *
 * A key stays in the store after a success, so that a repeated attempt gets the first result: the server retains it for at
 * least 24 hours. Delete it when the result is recorded.
 */
export interface IdempotencyStore {
  load(attempt: string): Promise<string | undefined> | string | undefined;
  /**
   * Called before the first request of an attempt. The request waits for it, and has the key that is loaded afterwards.
   *
   * If several processes share the store, it must not replace a key that another process has stored meanwhile, as
   * `insert … on conflict do nothing` does. Within a process, calls with the same attempt at the same time share its key.
   */
  save(attempt: string, key: string): Promise<void> | void;
}

/** The keys that are being loaded, by store and attempt. */
const loading = /*#__PURE__*/ new WeakMap<IdempotencyStore, Map<string, Promise<string>>>();

/** The key of an attempt. Calls at the same time get the same one. */
function storedKey(store: IdempotencyStore, attempt: string): Promise<string> {
  const running = loading.get(store) ?? new Map<string, Promise<string>>();
  loading.set(store, running);
  const known = running.get(attempt);
  if (known) return known;
  const load = async (): Promise<string> => {
    const stored = await store.load(attempt);
    if (stored !== undefined) return stored;
    const key = randomKey();
    await store.save(attempt, key);
    return (await store.load(attempt)) ?? key;
  };
  const key = load().finally(() => running.delete(attempt));
  running.set(attempt, key);
  return key;
}

export interface KeyOptions {
  /** 1 to 255 characters. Default: a random key for each call. */
  readonly idempotencyKey?: string | undefined;
  /** The caller's name of the attempt, for example the id of an invoice. Its key is in the `idempotencyStore`. */
  readonly attempt?: string | undefined;
}

/** 128 random bits in hex. `crypto.randomUUID` is missing on pages without TLS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** @returns undefined if the operation takes no key. */
export async function keyFor(
  { kind, variables }: Operation,
  given: unknown,
  { idempotencyKey, attempt }: KeyOptions,
  store: IdempotencyStore | undefined,
): Promise<string | undefined> {
  const isAccepted = kind === 'mutation' && variables.has('idempotencyKey');
  if (!isAccepted) {
    if (idempotencyKey === undefined && attempt === undefined) return undefined;
    throw new TypeError(
      'The document does not declare $idempotencyKey, so that it cannot be sent with a key.',
    );
  }
  if (idempotencyKey !== undefined) return idempotencyKey;
  if (typeof given === 'string') return given;
  if (attempt === undefined) return randomKey();
  if (!store) throw new TypeError('The name of an attempt needs the option idempotencyStore of the client.');
  return storedKey(store, attempt);
}

/**
 * Whether another request with the key is still being processed, so that its result is not known yet. It is a member of the
 * result, because a caller of the API that shares keys between requests may expect it.
 */
export const isKeyInUse = (data: Readonly<Record<string, unknown>>): boolean =>
  Object.values(data).some(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      'errorCode' in value &&
      value.errorCode === 'CONFLICT' &&
      'reason' in value &&
      value.reason === 'Idempotency-Key in use',
  );
