/** Approval and rejection of incoming UMA payments. */

import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import {
  ApproveTransactionInput,
  approveTransaction,
} from '../../src/payments/approvals/approve-transaction.ts';
import {
  RejectTransactionInput,
  rejectTransaction,
} from '../../src/payments/approvals/reject-transaction.ts';
import { paymentCallerOf } from '../../src/platforms/access/payment-caller.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';
import { TransactionRef } from './transactions.ts';

builder.mutationFields((t) => ({
  approveTransaction: t.errorUnionField({
    description:
      'Approves an incoming UMA payment. The payment waits for the decision as PENDING for five seconds and then fails.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      id: t.arg.id({ required: true, description: 'Transaction:<uuid>' }),
      receiverCustomerInfo: t.arg({
        type: 'StringMap',
        description: 'Receiver data for the institution of the sender, for example {"FULL_NAME": "..."}.',
      }),
    },
    types: [TransactionRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'ApproveTransactionResult',
      description: 'Result of approveTransaction.',
      resolveType: () => TransactionRef,
    },
    ...accepting(ApproveTransactionInput.shape, (input, context) =>
      approveTransaction(context.ports, paymentCallerOf(principalOf(context)), input),
    ),
  }),
  rejectTransaction: t.errorUnionField({
    description: 'Rejects an incoming UMA payment. The money returns to the sender.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      id: t.arg.id({ required: true, description: 'Transaction:<uuid>' }),
      reason: t.arg.string({
        description: 'Stored as the note of the status change, at most 255 characters.',
      }),
    },
    types: [TransactionRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'RejectTransactionResult',
      description: 'Result of rejectTransaction.',
      resolveType: () => TransactionRef,
    },
    ...accepting(RejectTransactionInput.shape, (input, context) =>
      rejectTransaction(context.ports, paymentCallerOf(principalOf(context)), input),
    ),
  }),
}));
