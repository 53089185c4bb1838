/**
 * Whether a payment may come in, as the platform's endpoints answer INCOMING_PAYMENT.PENDING.
 *
 * Each endpoint that takes the event must answer; the first refusal decides; an approval needs one 200.
 *
 * Decision: what several 200s give is put together before the mandatory fields are looked for, so that an endpoint that
 * only keeps a log and answers 200 does not have to know the customer.
 * Decision: the status alone is the answer. A 200 whose body cannot be read approves and gives no customer data; a field
 * that is blank or no text counts as not given.
 * Decision: a 422 that names no field leaves nothing to ask, so it is an answer outside the table.
 * Decision: a 409 leaves the payment as it is until its window ends, as if the endpoint had not answered.
 *
 * Source: gaps 6.4 and 6.1 (settled points).
 */
import { unreachable } from '../../kernel/errors.ts';
import { isStorable } from '../../kernel/parse.ts';

import type { TransactionFailureReason } from '../transactions/transaction.ts';

/** How long the platform may take to decide, and again from the receipt of a 202; on the platform's clock. */
export const approvalWindowMs = 5_000;

export type CustomerInfo = Readonly<Record<string, string>>;

export interface RequestedField {
  readonly name: string;
  readonly mandatory: boolean;
}

export type ApprovalFailure = Extract<
  TransactionFailureReason,
  'PAYMENT_APPROVAL_WEBHOOK_ERROR' | 'PAYMENT_APPROVAL_TIMED_OUT' | 'MISSING_MANDATORY_PAYEE_DATA'
>;

/** What one endpoint's answer says. */
export type ApprovalReply =
  | { readonly kind: 'approve'; readonly receiverCustomerInfo: CustomerInfo }
  /** The platform will call approve or reject; a new window begins with the answer's receipt. */
  | { readonly kind: 'decide-later' }
  | { readonly kind: 'reject'; readonly code: string | undefined; readonly reason: string | undefined }
  /** The sender's side is asked once for these fields. */
  | { readonly kind: 'ask'; readonly requiredFields: readonly string[] }
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'fail'; readonly failureReason: ApprovalFailure };

/** What becomes of the payment. */
export type ApprovalDecision =
  | Extract<ApprovalReply, { kind: 'approve' | 'reject' | 'ask' | 'fail' }>
  | { readonly kind: 'wait'; readonly newWindow: boolean };

const maxTextLength = 1024;

/** Text that can be kept, cut to a length that cannot be abused. */
function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isStorable(value) || value.trim() === '') return undefined;
  return Array.from(value).slice(0, maxTextLength).join('');
}

function readObject(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
  } catch {
    // The receiver wrote it, so that it cannot be read is no defect of ours.
    return {};
  }
}

const fieldName = /^[A-Z][A-Z0-9_]{0,63}$/;
const isFieldName = (value: unknown): value is string => typeof value === 'string' && fieldName.test(value);

function readCustomerInfo(value: unknown): CustomerInfo {
  if (value === null || typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      const text = readText(entry);
      return isFieldName(name) && text !== undefined ? [[name, text]] : [];
    }),
  );
}

/** Both published spellings: names, or objects that have one. */
function readRequiredFields(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const names = value.map((item: unknown) =>
    item !== null && typeof item === 'object' && 'name' in item ? item.name : item,
  );
  return [...new Set(names.filter(isFieldName))];
}

/** Reads one endpoint's answer. */
export function readApproval(answer: WebhookResponse): ApprovalReply {
  switch (answer.kind) {
    case 'timeout':
      return { kind: 'fail', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' };
    case 'unreachable':
      return { kind: 'fail', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' };
    case 'response':
      return readResponse(answer.status, answer.body);
    default:
      return unreachable(answer);
  }
}

function readResponse(status: number, body: string): ApprovalReply {
  const content = readObject(body);
  switch (status) {
    case 200:
      return { kind: 'approve', receiverCustomerInfo: readCustomerInfo(content['receiverCustomerInfo']) };
    case 202:
      return { kind: 'decide-later' };
    case 403:
      return {
        kind: 'reject',
        code: readText(content['code']),
        reason: readText(content['reason']) ?? readText(content['message']),
      };
    case 409:
      return { kind: 'no-answer' };
    case 422: {
      const requiredFields = readRequiredFields(content['requiredFields']);
      if (requiredFields.length > 0) return { kind: 'ask', requiredFields };
      return { kind: 'fail', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' };
    }
    default:
      return { kind: 'fail', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' };
  }
}

/** The mandatory fields that the data lacks, in the order in which they were requested. */
export const missingMandatory = (
  requested: readonly RequestedField[],
  given: CustomerInfo,
): readonly string[] =>
  requested.filter(({ name, mandatory }) => mandatory && !given[name]?.trim()).map(({ name }) => name);

/**
 * What the answers received so far make of the payment.
 *
 * @param replies In the order of their receipt.
 * @param endpoints How many endpoints were asked; none means that a call alone can decide.
 */
export function decideApproval(
  replies: readonly ApprovalReply[],
  endpoints: number,
  requested: readonly RequestedField[],
): ApprovalDecision {
  for (const reply of replies) {
    if (reply.kind === 'reject' || reply.kind === 'fail') return reply;
  }

  const newWindow = replies.some(({ kind }) => kind === 'decide-later');
  const unanswered = replies.length < endpoints || replies.some(({ kind }) => kind === 'no-answer');
  if (unanswered) return { kind: 'wait', newWindow };

  const asked = replies.flatMap((reply) => (reply.kind === 'ask' ? reply.requiredFields : []));
  if (asked.length > 0) return { kind: 'ask', requiredFields: [...new Set(asked)] };

  const approvals = replies.filter((reply) => reply.kind === 'approve');
  if (approvals.length === 0) return { kind: 'wait', newWindow };

  const receiverCustomerInfo: CustomerInfo = Object.assign(
    {},
    ...approvals.map((reply) => reply.receiverCustomerInfo),
  );
  if (missingMandatory(requested, receiverCustomerInfo).length > 0) {
    return { kind: 'fail', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' };
  }
  return { kind: 'approve', receiverCustomerInfo };
}

/** Why a payment fails whose window ended undecided: after a question to the sender's side, or without any word. */
export const failureAtWindowEnd = (asked: boolean): ApprovalFailure =>
  asked ? 'MISSING_MANDATORY_PAYEE_DATA' : 'PAYMENT_APPROVAL_TIMED_OUT';

/** How an attempt ended. A redirect is an answer like any other, for it is not followed. */
export type WebhookResponse =
  | { readonly kind: 'response'; readonly status: number; readonly body: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable'; readonly error: string };
