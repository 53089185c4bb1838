/** The body of an import, in responses and in events. Source: docs/behaviour/customers.md#bulk-import. */
import { instantView, type JsonBody } from '../../kernel/view.ts';
import type { CustomerImport, RowError } from './customer-import.ts';

export const importView = (
  { id, status, format, dryRun, progress, createdAt, completedAt }: CustomerImport,
  errors: readonly RowError[],
): JsonBody => ({
  id,
  status,
  format,
  dryRun,
  progress: { ...progress },
  errors: errors.map(({ correlationId, code, message, details }) => ({
    correlationId,
    code,
    message,
    details,
  })),
  createdAt: instantView(createdAt),
  completedAt: completedAt && instantView(completedAt),
});

/** The import in the body of an event, without its errors. */
export function importFromView(
  body: Readonly<Record<string, unknown>>,
  platformId: CustomerImport['platformId'],
): CustomerImport {
  const stored = body as unknown as CustomerImport;
  const completedAt = stored.completedAt && new Date(stored.completedAt);
  const createdAt = new Date(stored.createdAt);
  return { ...stored, platformId, createdAt, updatedAt: completedAt ?? createdAt, completedAt };
}
