/**
 * An import of customers: a file with one customer in each row, which a job reads page by page.
 *
 * Decision: a platform has at most one import that is not finished, dry runs included. Imports would otherwise check their rows
 * for duplicates against rows that another one is about to store.
 *
 * Source: docs/behaviour/customers.md#bulk-import.
 */
import { Conflict, InvalidInput, NotFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';

export const importStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;
export type ImportStatus = (typeof importStatuses)[number];

export const importFormats = ['CSV', 'NDJSON'] as const;
export type ImportFormat = (typeof importFormats)[number];

export const maxImportBytes = 100 * 1024 * 1024;
export const maxImportRows = 1_000_000;
/** Of one row, without its line break. */
export const maxRowBytes = 64 * 1024;
/** The wrong rows that are stored. `failed` counts all. */
export const maxStoredErrors = 1_000;
/** The wrong rows in an event. */
export const maxErrorsInEvent = 100;

export interface ImportProgress {
  readonly total: number;
  readonly processed: number;
  readonly successful: number;
  readonly failed: number;
}

export interface CustomerImport {
  readonly id: Id<'Job'>;
  readonly platformId: Id<'Platform'>;
  readonly status: ImportStatus;
  readonly format: ImportFormat;
  /** Checks every row and creates no customer. */
  readonly dryRun: boolean;
  readonly progress: ImportProgress;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | undefined;
}

/** A row that was not imported, or would not be. */
export interface RowError {
  /** From 1, without the header. */
  readonly row: number;
  /** The `platformCustomerId` of the row, or `row_<n>`. */
  readonly correlationId: string;
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export const isFinished = ({ status }: Pick<CustomerImport, 'status'>): boolean =>
  status === 'COMPLETED' || status === 'FAILED';

/** The status when no row is left: failed only when nothing could be imported. */
export const finalStatus = ({ successful }: Pick<ImportProgress, 'successful'>): 'COMPLETED' | 'FAILED' =>
  successful > 0 ? 'COMPLETED' : 'FAILED';

/** The platform has no such import. */
export class ImportNotFound extends NotFound {
  override readonly name = 'ImportNotFound';
  constructor(id?: string) {
    super('BULK_UPLOAD_JOB_NOT_FOUND', 'The import does not exist.', id);
  }
}

/** Another import of the platform is not finished. */
export class ImportRunning extends Conflict {
  override readonly name = 'ImportRunning';
  constructor() {
    super('Another import is running. Wait until it has finished.', { reason: 'Import running' });
  }
}

/** The platform, or an earlier row of the file, has a customer with the same `platformCustomerId`. */
export class PlatformCustomerIdExists extends Conflict {
  override readonly name = 'PlatformCustomerIdExists';
  constructor() {
    super('Another customer has this platformCustomerId.', { reason: 'platformCustomerId exists' });
  }
}

/** The file is longer than `maxImportBytes`. */
export class ImportTooLarge extends InvalidInput {
  override readonly name = 'ImportTooLarge';
  constructor() {
    super([{ path: 'file', message: `must have at most ${maxImportBytes} bytes` }], {
      code: 'PAYLOAD_TOO_LARGE',
    });
  }

  override get httpStatus(): number {
    return 413;
  }
}
