/** What workers do with due jobs. Each context declares its kinds; this file registers their handlers. */
import { expireActionHandler } from './agents/actions/expire-action.ts';
import { expireActionJobKind } from './agents/actions/submit-action.ts';
import { notifyApproversJobKind } from './agents/approval-rules/request-notification.ts';
import {
  digestHandler,
  digestJobKind,
  notifyApproversHandler,
} from './agents/notifications/plan-notifications.ts';
import { importHandler, importJobKind } from './customers/imports/import-job.ts';
import { expireInvitation, expireInvitationJobKind } from './customers/invitations/expire-invitation.ts';
import { rescreeningHandler, rescreeningJobKind } from './customers/rescreening/rescreen.ts';
import type { BatchHandler, JobHandler, JobHandlers } from './infrastructure/jobs/jobs.ts';
import { provisioningHandler, provisioningJobKind } from './operations/platforms/provision-currency.ts';
import { endApprovalWindowHandler, endApprovalWindowJobKind } from './payments/approvals/approval-window.ts';
import { expireQuoteHandler, expireQuoteJobKind } from './payments/quotes/expire-quote.ts';
import { settlementJobKind } from './payments/transactions/settlement-job.ts';
import { settlementHandler } from './payments/transactions/start-settlement.ts';
import { cancelPaymentsJobKind } from './rails/bank-payments/bank-payment.ts';
import { startPaymentsHandler, startPaymentsJobKind } from './rails/bank-payments/make-files.ts';
import { submitPaymentHandler, submitPaymentJobKind } from './rails/bank-payments/submit-payments.ts';
import { bookRecordsHandler, bookRecordsJobKind } from './rails/bank-statements/book-records.ts';
import { cancelPaymentsHandler } from './rails/bank-statements/cancel-payments.ts';
import { settleEntryHandler, settleEntryJobKind } from './rails/bank-statements/settle-entry.ts';
import { creditDepositsHandler, creditDepositsJobKind } from './rails/deposits/credit-deposits.ts';
import type { Ports } from './sandbox/ports.ts';
import { redeliveryHandler, redeliveryJobKind } from './webhooks/deliveries/redelivery-job.ts';
import { changePendingHandler, changePendingJobKind } from './webhooks/endpoints/save-endpoints.ts';

/** The handler of each kind of job. */
export const jobHandlers = (ports: Ports): JobHandlers =>
  new Map<string, JobHandler | BatchHandler>([
    [settlementJobKind, settlementHandler(ports)],
    [expireQuoteJobKind, expireQuoteHandler(ports)],
    [endApprovalWindowJobKind, endApprovalWindowHandler(ports)],
    [expireActionJobKind, expireActionHandler],
    [notifyApproversJobKind, notifyApproversHandler(ports)],
    [digestJobKind, digestHandler(ports)],
    [expireInvitationJobKind, expireInvitation],
    [importJobKind, importHandler(ports)],
    [rescreeningJobKind, rescreeningHandler(ports)],
    [provisioningJobKind, provisioningHandler(ports)],
    [redeliveryJobKind, redeliveryHandler(ports)],
    [changePendingJobKind, changePendingHandler],
    [submitPaymentJobKind, submitPaymentHandler],
    [startPaymentsJobKind, startPaymentsHandler(ports)],
    [cancelPaymentsJobKind, cancelPaymentsHandler(ports)],
    [bookRecordsJobKind, bookRecordsHandler(ports)],
    [settleEntryJobKind, settleEntryHandler(ports)],
    [creditDepositsJobKind, creditDepositsHandler(ports)],
  ]);
