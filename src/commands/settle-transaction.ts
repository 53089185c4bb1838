/** `npm run transaction:settle`: records the bank's outcome of a payment of a production platform. */
import { DomainError } from '../kernel/errors.ts';
import { ReportSettlementInput, reportSettlement } from '../rails/report-settlement.ts';
import { operationCommand } from './command.ts';

export const settleTransactionCommand = operationCommand({
  usage: 'npm run transaction:settle -- --id Transaction:<uuid> --outcome COMPLETED|FAILED [--confirmed]',
  input: ReportSettlementInput,
  async perform(ports, input) {
    const settled = await reportSettlement(ports, input);
    if (settled instanceof DomainError) return settled;
    const { id, status, failureReason, refund } = settled;
    return { id, status, failureReason: failureReason ?? null, refundStatus: refund?.status ?? null };
  },
});
