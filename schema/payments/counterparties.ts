/** `Transaction.counterparty`: the same fields on both directions, for each kind of party. */
import { payeeOf } from '../../src/accounts/external/payee.ts';
import { customerName } from '../../src/customers/customer.ts';
import { externalAccountOf, internalAccountOf } from '../../src/payments/payment-party.ts';
import { counterpartyOf, statedName } from '../../src/payments/transactions/counterparty.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import { whole } from '../../src/payments/transactions/transaction-summary.ts';
import { externalAccountById } from '../accounts/external-accounts.ts';
import { internalAccountById } from '../accounts/internal-accounts.ts';
import { builder } from '../core/builder.ts';
import type { Context } from '../core/context.ts';
import { customerById } from '../customers/customers.ts';
import { TransactionRef } from './transactions.ts';

/** The display fields of an external account that the caller may see. */
async function payeeIn(context: Context, transaction: Transaction) {
  const id = externalAccountOf(counterpartyOf(transaction));
  const account = id && (await externalAccountById(context, id));
  return account && payeeOf(account.accountInfo);
}

/** The name of the owner of an internal account that the caller may see. */
async function ownerIn(context: Context, transaction: Transaction): Promise<string | undefined> {
  const id = internalAccountOf(counterpartyOf(transaction));
  const account = id && (await internalAccountById(context, id));
  const customer = account?.customerId && (await customerById(context, account.customerId));
  return customer && customerName(customer);
}

const CounterpartyRef = builder.objectRef<Transaction>('Counterparty').implement({
  description:
    'The other party of a transaction: the receiver of an OUTGOING payment, the sender of an INCOMING one.',
  fields: (t) => ({
    displayName: t.string({
      nullable: true,
      description:
        "Name of the beneficiary of an external account, of the customer of an internal account, or the name that the counterparty's institution gave; null if the caller can see none of them.",
      resolve: async (transaction, _args, context) =>
        (await payeeIn(context, transaction))?.displayName ??
        (await ownerIn(context, transaction)) ??
        statedName(transaction) ??
        null,
    }),
    last4: t.string({
      nullable: true,
      description: 'Last four characters of the identifier of an external account, as in ExternalAccount.',
      resolve: async (transaction, _args, context) => (await payeeIn(context, transaction))?.last4 ?? null,
    }),
    umaAddress: t.string({
      nullable: true,
      description: 'UMA address; null for an account.',
      resolve: (transaction) => {
        const party = counterpartyOf(transaction);
        return party.type === 'UMA_ADDRESS' ? party.umaAddress : null;
      },
    }),
  }),
});

builder.objectField(TransactionRef, 'counterparty', (t) =>
  t.field({
    type: CounterpartyRef,
    description: 'The other party of the transaction, on both directions.',
    resolve: (transaction) => whole(transaction),
  }),
);
