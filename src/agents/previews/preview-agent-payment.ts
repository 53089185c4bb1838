/**
 * Dry runs of the payments of agents: as those of platforms, with what the policy says.
 *
 * Decision: the agent is locked before the operation, as the operation does, so that the preview of a quote uses the usage that the
 * quote was checked against.
 *
 * Source: docs/behaviour/payments.md#dry-runs.
 */
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import { dryRun, type RecordsBusy } from '../../infrastructure/database/dry-run.ts';
import { OnceResult, type ResultOf } from '../../infrastructure/idempotency/once.ts';
import { type DomainError, invariant } from '../../kernel/errors.ts';
import type { Ports } from '../../payments/ports.ts';
import {
  PaymentPreview,
  type PreviewedPayment,
  previewedTransaction,
} from '../../payments/previews/payment-preview.ts';
import { type Execution, readableAccounts, resultOf } from '../../payments/previews/preview-payment.ts';
import type { Quote } from '../../payments/quotes/quote.ts';
import { findQuote } from '../../payments/quotes/store.ts';
import { payloadOf } from '../../payments/quotes/wallet-payload.ts';
import { findTransaction } from '../../payments/transactions/store.ts';
import type { AgentPrincipal } from '../../platforms/access/principal.ts';
import type { ActionPayment } from '../actions/action-payment.ts';
import { paymentOf } from '../actions/action-payment.ts';
import { findActionOfTransaction } from '../actions/action-store.ts';
import type { AgentAction } from '../actions/agent-action.ts';
import type { Agent } from '../agent.ts';
import { requestOfQuote } from '../requests/policy-request.ts';
import { lockAgent } from '../store.ts';
import { type PolicyPreview, policyPreviewOfAction, policyPreviewOfQuote } from './policy-preview.ts';

export class AgentPaymentPreview extends PaymentPreview {
  readonly policy: PolicyPreview;
  /** The status of the action after the call; absent for a quote that is only created. */
  readonly actionStatus: AgentAction['status'] | undefined;

  constructor(
    { payment, balances }: Pick<PaymentPreview, 'payment' | 'balances'>,
    policy: PolicyPreview,
    actionStatus: AgentAction['status'] | undefined,
  ) {
    super(payment, balances);
    this.policy = policy;
    this.actionStatus = actionStatus;
  }
}

interface Previewed {
  readonly payment: PreviewedPayment;
  readonly parties: Pick<ActionPayment, 'source' | 'destination'> | Pick<Quote, 'source' | 'destination'>;
  /** What the policy decides about: the action that the call made, or a quote that it only created. */
  readonly judged: AgentAction | Quote;
}

/** The price of an action that starts no transaction: it waits, or fails. */
const waitingPayment = (
  { failureReason }: AgentAction,
  { sending, receiving, fees, exchangeRate, quoteExpiresAt }: ActionPayment,
  quote: Quote | undefined,
): PreviewedPayment => ({
  status: undefined,
  failureReason,
  sending,
  receiving,
  fees,
  exchangeRate,
  rateDetails: quote?.rateDetails,
  rateSource: quote?.rateSource,
  quoteExpiresAt,
  requiresSignature: quote !== undefined && payloadOf(quote) !== undefined,
});

async function previewedAction(tx: Executor, action: AgentAction): Promise<Previewed> {
  const { subject, platformId, transactionId } = action;
  const scope = { platformId };
  const quote = subject.type === 'EXECUTE_QUOTE' ? await findQuote(tx, scope, subject.quoteId) : undefined;
  const transaction = transactionId && (await findTransaction(tx, scope, transactionId));
  const paid = paymentOf(subject, quote);
  return {
    payment: transaction ? previewedTransaction(transaction, quote) : waitingPayment(action, paid, quote),
    parties: paid,
    judged: action,
  };
}

async function previewedQuote(tx: Executor, quote: Quote): Promise<Previewed> {
  const transaction = await findTransaction(tx, { platformId: quote.platformId }, quote.transactionId);
  invariant(transaction, 'the transaction of a quote exists');
  return {
    payment: previewedTransaction(transaction, quote),
    parties: quote,
    // A quote that is executed at once is an action.
    judged: (await findActionOfTransaction(tx, transaction.id)) ?? quote,
  };
}

/**
 * Runs an operation of an agent, or previews it.
 *
 * @param run the operation with the given database, and idempotency key.
 */
export async function runOrPreviewAsAgent<R>(
  { db, clock, rates }: Pick<Ports, 'db' | 'clock' | 'rates'>,
  principal: AgentPrincipal,
  { dryRun: isDryRun, idempotencyKey }: Execution,
  run: (db: Database, idempotencyKey?: string) => Promise<R>,
): Promise<R | OnceResult<AgentPaymentPreview | Extract<ResultOf<R>, DomainError> | RecordsBusy>> {
  if (!isDryRun) return run(db, idempotencyKey);
  const { platform } = principal;
  let agent: Agent | undefined;
  const previewed = await dryRun(db, async (dry) => resultOf(await run(dry)), {
    before: async (tx) => {
      agent = await lockAgent(tx, { platformId: platform.id }, principal.agent.id);
    },
    after: async (tx, made: AgentAction | Quote) => {
      const { payment, parties, judged } =
        'subject' in made ? await previewedAction(tx, made) : await previewedQuote(tx, made);
      const balances = await readableAccounts(tx, principal, parties);
      if ('subject' in judged) {
        const policy = await policyPreviewOfAction(tx, judged);
        return new AgentPaymentPreview({ payment, balances }, policy, judged.status);
      }
      invariant(agent, 'an operation of a deleted agent is rejected');
      const submission = { agent, request: requestOfQuote(judged) };
      const policy = await policyPreviewOfQuote(tx, rates(platform), submission, clock.now(platform));
      return new AgentPaymentPreview({ payment, balances }, policy, undefined);
    },
  });
  return new OnceResult(previewed as AgentPaymentPreview | Extract<ResultOf<R>, DomainError> | RecordsBusy);
}
