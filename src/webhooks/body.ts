/**
 * What a webhook carries as its `data`: the REST body of the resource as it was when the event happened. The log keeps
 * the body itself, or the record that it is made from.
 *
 * Source: gaps 6.1.
 */
import { accountFromSnapshot } from '../accounts/balance-updated.ts';
import { actionFromSnapshot } from '../agents/action-row.ts';
import { quoteOf } from '../agents/agent-action.ts';
import type { Executor } from '../database/client.ts';
import { approvalEventType } from '../events/kinds.ts';
import { invariant } from '../kernel/errors.ts';
import { idOf } from '../kernel/ids.ts';
import { findApproval } from '../payment-approvals/store.ts';
import { findPlatform } from '../platforms/store.ts';
import type { Ports } from '../ports.ts';
import { findQuote } from '../quotes/store.ts';
import { fromSnapshot } from '../transactions/row.ts';
import { agentActionView } from '../views/agent-action.ts';
import type { JsonBody } from '../views/common.ts';
import { internalAccountView } from '../views/internal-account.ts';
import { quoteView } from '../views/quote.ts';
import { transactionView } from '../views/transaction.ts';
import type { PublishedEvent } from './queue.ts';

const isObject = (value: unknown): value is JsonBody => typeof value === 'object' && value !== null;

export async function bodyOf(
  tx: Executor,
  { funding }: Pick<Ports, 'funding'>,
  { topic, type, data, platformUuid, occurredAt }: PublishedEvent,
): Promise<JsonBody> {
  const { body, record } = data;
  if (isObject(body)) return body;
  invariant(isObject(record), `an event of kind ${type} has a body or a record`);
  switch (topic) {
    case 'transaction': {
      const transaction = fromSnapshot(record);
      const view = transactionView(transaction);
      if (type !== approvalEventType) return view;
      const approval = await findApproval(tx, transaction.id);
      return { ...view, requestedReceiverCustomerInfoFields: approval?.requestedFields ?? [] };
    }
    case 'internal-account': {
      const account = accountFromSnapshot(record);
      const platform = await findPlatform(tx, idOf('PlatformConfig', platformUuid));
      invariant(platform, 'the platform of an event exists');
      return internalAccountView(account, funding.instructionsFor(platform, account));
    }
    case 'agent-action': {
      const action = actionFromSnapshot(record);
      const scope = { platformId: action.platformId };
      const { subject } = action;
      const found =
        subject.type === 'EXECUTE_QUOTE' ? await findQuote(tx, scope, subject.quoteId) : undefined;
      // Only an action that waits is published: its quote is shown as it was then, whatever became of it since.
      const quote = found && quoteOf(action, found, undefined);
      return agentActionView(action, { quote: quote && quoteView(quote, occurredAt) });
    }
    default:
      throw new Error(`Invariant broken: events of ${topic} keep their body`);
  }
}
