/** SQL of payment approvals. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { RequestedField } from '../../platforms/party-fields.ts';
import { paymentApprovals } from '../tables.ts';

export interface PaymentApproval {
  readonly transactionId: Id<'Transaction'>;
  readonly platformId: Id<'Platform'>;
  /** The first instant at which a decision is too late, on the platform's clock. */
  readonly windowEndsAt: Date;
  /** The beneficiary's data that the originator's provider requests. */
  readonly requestedFields: readonly RequestedField[];
  /** Whether more data was requested from the originator's provider. */
  readonly hasRequestedSenderData: boolean;
  readonly receiverCustomerInfo: Readonly<Record<string, string>> | undefined;
  readonly decidedAt: Date | undefined;
}

export async function insertApproval(tx: Executor, approval: PaymentApproval): Promise<void> {
  await tx.insert(paymentApprovals).values({
    ...approval,
    transactionId: uuidOf(approval.transactionId),
    platformId: uuidOf(approval.platformId),
    requestedFields: approval.requestedFields.map((field) => ({ ...field })),
    receiverCustomerInfo: approval.receiverCustomerInfo ?? null,
    decidedAt: approval.decidedAt ?? null,
  });
}

/** Lock the transaction first: its lock also protects this row. */
export async function findApproval(
  tx: Executor,
  transactionId: Id<'Transaction'>,
): Promise<PaymentApproval | undefined> {
  const [row] = await tx
    .select()
    .from(paymentApprovals)
    .where(eq(paymentApprovals.transactionId, uuidOf(transactionId)));
  return (
    row && {
      transactionId,
      platformId: idOf('Platform', row.platformId),
      windowEndsAt: row.windowEndsAt,
      requestedFields: row.requestedFields,
      hasRequestedSenderData: row.hasRequestedSenderData,
      receiverCustomerInfo: row.receiverCustomerInfo ?? undefined,
      decidedAt: row.decidedAt ?? undefined,
    }
  );
}

export async function approvalsOfTransactions(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'Transaction'>[],
): Promise<
  ReadonlyMap<Id<'Transaction'>, Pick<PaymentApproval, 'windowEndsAt' | 'requestedFields' | 'decidedAt'>>
> {
  const { transactionId, windowEndsAt, requestedFields, decidedAt } = paymentApprovals;
  const rows = await db
    .select({ transactionId, windowEndsAt, requestedFields, decidedAt })
    .from(paymentApprovals)
    .where(and(eq(paymentApprovals.platformId, uuidOf(platformId)), inArray(transactionId, ids.map(uuidOf))));
  return new Map(
    rows.map((row) => [
      idOf('Transaction', row.transactionId),
      { ...row, decidedAt: row.decidedAt ?? undefined },
    ]),
  );
}

export async function saveApproval(
  tx: Executor,
  transactionId: Id<'Transaction'>,
  change: Partial<
    Pick<PaymentApproval, 'windowEndsAt' | 'hasRequestedSenderData' | 'receiverCustomerInfo' | 'decidedAt'>
  >,
): Promise<void> {
  await tx
    .update(paymentApprovals)
    .set(change)
    .where(eq(paymentApprovals.transactionId, uuidOf(transactionId)));
}
