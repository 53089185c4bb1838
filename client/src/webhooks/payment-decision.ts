/** The response to INCOMING_PAYMENT.PENDING, which decides a payment. Source: docs/behaviour/webhooks.md#payment-approval. */

export type PaymentDecision =
  | {
      readonly decision: 'APPROVE';
      /** Every mandatory field of `requestedReceiverCustomerInfoFields`. */
      readonly receiverCustomerInfo?: Readonly<Record<string, unknown>> | undefined;
    }
  | {
      readonly decision: 'REJECT';
      readonly code: string;
      readonly message: string;
      readonly details?: Readonly<Record<string, unknown>> | undefined;
      readonly reason?: string | undefined;
    }
  /** More data of the sender is required. It is requested once. */
  | {
      readonly decision: 'REQUEST_INFORMATION';
      readonly code: string;
      readonly message: string;
      readonly requiredFields: readonly string[];
    }
  /** `approveTransaction` or `rejectTransaction` is called within 5 seconds. */
  | { readonly decision: 'LATER' };

const statuses = { APPROVE: 200, REJECT: 403, REQUEST_INFORMATION: 422, LATER: 202 } as const;

/** The status and body that state the decision. */
export function responseOf({ decision, ...body }: PaymentDecision): { status: number; body: unknown } {
  return { status: statuses[decision], body };
}
