/** What people decided on a bank file or an unmatched deposit. */
import type { BankDecision } from '../../src/rails/decisions/store.ts';
import { builder } from '../core/builder.ts';
import { ActorRef } from '../platforms/actors.ts';

/** A record needs two persons at most. */
export const maxDecisions = 2;

export const BankDecisionRef = builder.objectRef<BankDecision>('BankDecision').implement({
  description: 'The decision of one person on a bank file or an unmatched deposit.',
  fields: (t) => ({
    actor: t.field({
      type: ActorRef,
      description: 'Who decided.',
      resolve: ({ actorKind: kind, actorId: id, actorName: name }) => ({ kind, id, name }),
    }),
    isApproval: t.exposeBoolean('isApproval', {
      description: 'Whether it is in favour: true for the release of a file, false for its cancellation.',
    }),
    comment: t.string({
      nullable: true,
      description: 'Comment of the person.',
      resolve: ({ comment }) => comment ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the decision.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});
