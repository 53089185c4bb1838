/** The payload of an event: its resource directly after the change, from the event log. */
import { accountFromSnapshot } from '../../src/accounts/internal/publish-balance.ts';
import { actionFromSnapshot } from '../../src/agents/actions/action-row.ts';
import { customerFromView } from '../../src/customers/customer-view.ts';
import { importFromView } from '../../src/customers/imports/import-view.ts';
import { invitationFromView } from '../../src/customers/invitations/invitation-view.ts';
import { verificationFromView } from '../../src/customers/verifications/verification-view.ts';
import type { LoggedEvent } from '../../src/infrastructure/events/log.ts';
import { fromSnapshot } from '../../src/payments/transactions/row.ts';
import { InternalAccountRef } from '../accounts/internal-accounts.ts';
import { AgentActionRef } from '../agents/agent-actions.ts';
import { builder } from '../core/builder.ts';
import { CustomerRef } from '../customers/customers.ts';
import { CustomerImportRef } from '../customers/imports.ts';
import { InvitationRef } from '../customers/invitations.ts';
import { VerificationRef } from '../customers/verifications.ts';
import { TransactionRef } from '../payments/transactions.ts';

const typeNames = {
  transaction: 'Transaction',
  'internal-account': 'InternalAccount',
  'agent-action': 'AgentAction',
  customer: 'Customer',
  'customer-import': 'CustomerImport',
  verification: 'Verification',
  invitation: 'Invitation',
} as const;
type Topic = keyof typeof typeNames;

function recordOf(topic: Topic, { data, platformId }: LoggedEvent) {
  const part = (data['record'] ?? data['body']) as Record<string, unknown>;
  switch (topic) {
    case 'transaction':
      return fromSnapshot(part);
    case 'internal-account':
      return accountFromSnapshot(part);
    case 'agent-action':
      return actionFromSnapshot(part);
    case 'customer':
      return customerFromView(part);
    case 'customer-import':
      return importFromView(part, platformId);
    case 'verification':
      return verificationFromView(part, platformId);
    case 'invitation':
      return invitationFromView(part, platformId);
  }
}

type Payload = ReturnType<typeof recordOf>;

/** The type of each payload that was read. An invitation has no id that would say it. */
const topicOf = new WeakMap<Payload, Topic>();

export const EventPayloadRef = builder.unionType('EventPayload', {
  description: 'The resource of an event directly after the change.',
  types: [
    TransactionRef,
    InternalAccountRef,
    AgentActionRef,
    CustomerRef,
    CustomerImportRef,
    VerificationRef,
    InvitationRef,
  ],
  resolveType: (payload) => {
    const topic = topicOf.get(payload as Payload);
    return topic && typeNames[topic];
  },
});

const payloads = new WeakMap<LoggedEvent, Payload>();

/** The payload of an event; undefined for an event without a resource. Each event is read once. */
export function payloadOf(event: LoggedEvent): Payload | undefined {
  const { topic } = event;
  if (!(topic in typeNames)) return undefined;
  const found = payloads.get(event) ?? recordOf(topic as Topic, event);
  payloads.set(event, found);
  topicOf.set(found, topic as Topic);
  return found;
}
