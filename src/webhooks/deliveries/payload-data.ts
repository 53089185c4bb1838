/**
 * Builds the `data` of a webhook payload: the REST body of the resource at the time of the event. An event in the log
 * contains this body, or the record that this module makes it from. An event kind that stores its body needs no change here.
 *
 * Source: docs/behaviour/webhooks.md#delivery.
 */

import { internalAccountView } from '../../accounts/internal/internal-account-view.ts';
import { accountFromSnapshot } from '../../accounts/internal/publish-balance.ts';
import { actionFromSnapshot } from '../../agents/actions/action-row.ts';
import { quoteOf } from '../../agents/actions/agent-action.ts';
import { agentActionView } from '../../agents/actions/agent-action-view.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { JsonBody } from '../../kernel/view.ts';
import { findApproval } from '../../payments/approvals/store.ts';
import { approvalEventType } from '../../payments/events.ts';
import type { PlatformFunding, Ports } from '../../payments/ports.ts';
import { quoteView } from '../../payments/quotes/quote-view.ts';
import { findQuote } from '../../payments/quotes/store.ts';
import { fromSnapshot } from '../../payments/transactions/row.ts';
import { transactionView } from '../../payments/transactions/transaction-view.ts';
import type { Platform } from '../../platforms/platform.ts';
import { findPlatform } from '../../platforms/store.ts';
import type { PublishedEvent } from './queue.ts';

const isObject = (value: unknown): value is JsonBody => typeof value === 'object' && value !== null;

/** Makes the payloads of events. Reads each platform once, so one maker serves the events of one transaction. */
export function payloadDataMaker(
  tx: Executor,
  ports: Pick<Ports, 'funding'>,
): (event: PublishedEvent) => Promise<JsonBody> {
  const platforms = new Map<Id<'Platform'>, Promise<Platform | undefined>>();
  const platformOf = async (id: Id<'Platform'>): Promise<Platform> => {
    const reading = platforms.get(id) ?? findPlatform(tx, id);
    platforms.set(id, reading);
    const platform = await reading;
    invariant(platform, 'the platform of an event exists');
    return platform;
  };
  const fundingOf = async (id: Id<'Platform'>, accountId: Id<'InternalAccount'>): Promise<PlatformFunding> =>
    ports.funding.open(await platformOf(id), tx, [accountId]);
  return (event) => payloadData(tx, fundingOf, event);
}

async function payloadData(
  tx: Executor,
  fundingOf: (id: Id<'Platform'>, accountId: Id<'InternalAccount'>) => Promise<PlatformFunding>,
  { topic, type, data, platformId, occurredAt }: PublishedEvent,
): Promise<JsonBody> {
  const { body, record } = data;
  if (isObject(body)) return body;
  invariant(isObject(record), `the data of a ${type} event has a body or a record`);
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
      const opened = await fundingOf(platformId, account.id);
      return internalAccountView(account, opened.instructionsFor(account));
    }
    case 'agent-action': {
      const action = actionFromSnapshot(record);
      const scope = { platformId: action.platformId };
      const { subject } = action;
      const found =
        subject.type === 'EXECUTE_QUOTE' ? await findQuote(tx, scope, subject.quoteId) : undefined;
      // An event of an earlier version, which is of a pending action. Later ones store their body. The quote is shown as it was
      // at the event, even if it changed since.
      const quote = found && quoteOf(action, found, undefined);
      return agentActionView(action, { quote: quote && quoteView(quote, occurredAt) });
    }
    default:
      throw new Error(`Invariant broken: events of topic ${topic} store their body`);
  }
}
