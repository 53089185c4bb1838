import { OnceResult, type ResultOf } from '../../src/infrastructure/idempotency/once.ts';

/** The result of an operation, whether or not the operation takes an idempotency key. */
export const resultOf = <T>(returned: T): ResultOf<T> =>
  (returned instanceof OnceResult ? returned.result : returned) as ResultOf<T>;
