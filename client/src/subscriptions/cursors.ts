/** Where a subscription starts and continues. */
import type { Operation } from '../document.ts';
import { RequestError } from '../errors.ts';

/** Keeps the position of a subscription over a restart of the caller. */
export interface CursorStore {
  load(): Promise<string | null | undefined> | string | null | undefined;
  /** Called before the next update is returned, with the cursor of the one before. The next update waits for it. */
  save(cursor: string): Promise<void> | void;
}

/** @throws TypeError unless the document can continue after a cursor. */
export function checkResumable(text: string, { kind, variables }: Operation): void {
  if (kind !== 'subscription') throw new TypeError('The document is not a subscription.');
  if (!variables.has('after') || !/\bcursor\b/.test(text)) {
    throw new TypeError(
      'A subscription continues after its last update: declare $after: String, pass it as after, and select cursor.',
    );
  }
}

/** The cursor of an update. */
export function cursorOf(data: Readonly<Record<string, unknown>>): string {
  for (const update of Object.values(data)) {
    if (
      typeof update === 'object' &&
      update !== null &&
      'cursor' in update &&
      typeof update.cursor === 'string'
    ) {
      return update.cursor;
    }
  }
  throw new RequestError('CURSOR_NOT_SELECTED', 'The document does not select cursor of the update.', {
    retryable: false,
    data,
  });
}
