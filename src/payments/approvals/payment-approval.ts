/**
 * Decides on an incoming payment from the responses of the platform's endpoints to INCOMING_PAYMENT.PENDING.
 *
 * Each subscribed endpoint must respond. The first rejection decides. An approval needs one 200.
 *
 * Decision: the data of all 200 responses is merged before the mandatory fields are checked, so that an endpoint that only
 * logs and returns 200 does not have to know the customer.
 * Decision: the status alone is the decision. A 200 with an unreadable body approves without customer data; a field that
 * is blank or not text counts as missing.
 * Decision: a 422 without field names requests nothing, so it counts as an unexpected response.
 * Decision: a 409 counts as no response: the payment waits until its window ends.
 *
 * Source: docs/behaviour/webhooks.md#payment-approval and docs/behaviour/webhooks.md#delivery (settled points).
 */

import { unreachable } from '../../kernel/errors.ts';
import { isStorable } from '../../kernel/parse.ts';
import { truncated } from '../../kernel/truncated.ts';

import type { TransactionFailureReason } from '../transactions/transaction.ts';

/** How long the platform may take to decide, and again from the receipt of a 202; on the platform's clock. */
export const approvalWindowMs = 5_000;

type CustomerInfo = Readonly<Record<string, string>>;

interface RequestedField {
  readonly name: string;
  readonly mandatory: boolean;
}

type ApprovalFailure = Extract<
  TransactionFailureReason,
  'PAYMENT_APPROVAL_WEBHOOK_ERROR' | 'PAYMENT_APPROVAL_TIMED_OUT' | 'MISSING_MANDATORY_PAYEE_DATA'
>;

/** The meaning of one endpoint's response. */
export type ApprovalReply =
  | { readonly kind: 'approve'; readonly receiverCustomerInfo: CustomerInfo }
  /** The platform will call approve or reject. A new window starts when the response is received. */
  | { readonly kind: 'decide-later' }
  | { readonly kind: 'reject'; readonly code: string | undefined; readonly reason: string | undefined }
  /** These fields are requested from the originator's provider, once. */
  | { readonly kind: 'ask'; readonly requiredFields: readonly string[] }
  | { readonly kind: 'no-response' }
  | { readonly kind: 'fail'; readonly failureReason: ApprovalFailure };

/** The resulting decision on the payment. */
type ApprovalDecision =
  | Extract<ApprovalReply, { kind: 'approve' | 'reject' | 'ask' | 'fail' }>
  | { readonly kind: 'wait'; readonly newWindow: boolean };

const maxTextLength = 1024;

/** Storable text, truncated to the maximum length. */
function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isStorable(value) || value.trim() === '') return undefined;
  return truncated(value, maxTextLength);
}

function readObject(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
  } catch {
    // The endpoint's body is unreadable, which is not an error of this service.
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

/** Accepts both published formats: names, or objects with a name. */
function readRequiredFields(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const names = value.map((item: unknown) =>
    item !== null && typeof item === 'object' && 'name' in item ? item.name : item,
  );
  return [...new Set(names.filter(isFieldName))];
}

/** Interprets one endpoint's response. */
export function readApproval(response: WebhookResponse): ApprovalReply {
  switch (response.kind) {
    case 'timeout':
      return { kind: 'fail', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' };
    case 'unreachable':
      return { kind: 'fail', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' };
    case 'response':
      return readResponse(response.status, response.body);
    default:
      return unreachable(response);
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
      return { kind: 'no-response' };
    case 422: {
      const requiredFields = readRequiredFields(content['requiredFields']);
      if (requiredFields.length > 0) return { kind: 'ask', requiredFields };
      return { kind: 'fail', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' };
    }
    default:
      return { kind: 'fail', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' };
  }
}

/** The missing mandatory fields, in the order of the request. */
export const missingMandatory = (
  requested: readonly RequestedField[],
  given: CustomerInfo,
): readonly string[] =>
  requested.filter(({ name, mandatory }) => mandatory && !given[name]?.trim()).map(({ name }) => name);

/**
 * The decision from the responses so far.
 *
 * @param replies in the order of receipt.
 * @param endpoints the number of subscribed endpoints. With none, only a call can decide.
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
  const isIncomplete = replies.length < endpoints || replies.some(({ kind }) => kind === 'no-response');
  if (isIncomplete) return { kind: 'wait', newWindow };

  const requiredFields = replies.flatMap((reply) => (reply.kind === 'ask' ? reply.requiredFields : []));
  if (requiredFields.length > 0) return { kind: 'ask', requiredFields: [...new Set(requiredFields)] };

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

/**
 * The failure of a payment whose window ended without a decision.
 *
 * @param hasRequestedSenderData whether more data was requested from the originator's provider meanwhile.
 */
export const failureAtWindowEnd = (hasRequestedSenderData: boolean): ApprovalFailure =>
  hasRequestedSenderData ? 'MISSING_MANDATORY_PAYEE_DATA' : 'PAYMENT_APPROVAL_TIMED_OUT';

/** The result of a delivery attempt. A redirect is an ordinary response, because redirects are not followed. */
export type WebhookResponse =
  | { readonly kind: 'response'; readonly status: number; readonly body: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable'; readonly error: string };
