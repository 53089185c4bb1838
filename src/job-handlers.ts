/** What workers do with due jobs. Each context declares its kinds; this file registers their handlers. */
import { expireActionHandler } from './agents/actions/expire-action.ts';
import { expireActionJobKind } from './agents/actions/submit-action.ts';
import { notifyApproversJobKind } from './agents/approval-rules/request-notification.ts';
import {
  digestHandler,
  digestJobKind,
  notifyApproversHandler,
} from './agents/notifications/plan-notifications.ts';
import { expireInvitation, expireInvitationJobKind } from './customers/invitations/expire-invitation.ts';
import type { BatchHandler, JobHandler, JobHandlers } from './infrastructure/jobs/jobs.ts';
import { provisioningHandler, provisioningJobKind } from './operations/platforms/provision-currency.ts';
import { endApprovalWindowHandler, endApprovalWindowJobKind } from './payments/approvals/approval-window.ts';
import { expireQuoteHandler, expireQuoteJobKind } from './payments/quotes/expire-quote.ts';
import { settlementJobKind } from './payments/transactions/settlement-job.ts';
import { settlementHandler } from './payments/transactions/start-settlement.ts';
import type { Ports } from './sandbox/ports.ts';
import { redeliveryHandler, redeliveryJobKind } from './webhooks/deliveries/redelivery-job.ts';

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
    [provisioningJobKind, provisioningHandler(ports)],
    [redeliveryJobKind, redeliveryHandler(ports)],
  ]);
