/** Faults on request: sandboxFault, deleteSandboxFault, deleteSandboxFaults and sandboxFaults. */
import { Conflict, DomainError, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { createFault, SandboxFaultInput } from '../../src/sandbox/faults/create-fault.ts';
import { deleteSandboxFault } from '../../src/sandbox/faults/delete-fault.ts';
import { deleteSandboxFaults, type FaultsDeleted } from '../../src/sandbox/faults/delete-faults.ts';
import { type Fault, faultKinds, faultTargets, maxFaults } from '../../src/sandbox/faults/fault.ts';
import { listSandboxFaults } from '../../src/sandbox/faults/list-faults.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { DeletedRef } from '../core/shared.ts';

const SandboxFaultKindEnum = describedEnum('SandboxFaultKind', 'What a fault does.', faultKinds, {
  DUPLICATE: 'Webhooks and subscriptions: a delivery or an update arrives twice.',
  REORDER:
    'Webhooks: a delivery arrives `delayMs` later, and later ones of its resource do not wait for it. Subscriptions: an update arrives again after the next one.',
  DELAY:
    'Webhooks: a delivery arrives `delayMs` later, and later ones of its resource after it. Subscriptions: an update, and those after it, arrive `delayMs` later.',
  DROP: 'Webhooks: an attempt is not sent, and counts as unreachable. Subscriptions: the connection breaks before the update arrives.',
  LOSE_RESPONSE: 'Requests: executed and committed; then the connection breaks without a response.',
  SLOW: 'Requests: executed after `delayMs`.',
  RATE_LIMITED: 'Requests: rejected with 429 RATE_LIMITED and Retry-After. Nothing is executed.',
  UNAVAILABLE: 'Requests: rejected with 503 SERVICE_UNAVAILABLE and Retry-After. Nothing is executed.',
});

const SandboxFaultTargetEnum = describedEnum('SandboxFaultTarget', 'What a fault applies to.', faultTargets, {
  REQUESTS: 'Queries, mutations, subscription starts and REST requests.',
  WEBHOOKS: 'Attempts of webhook deliveries, except for TEST.',
  SUBSCRIPTIONS: 'Updates of subscriptions, over server-sent events and sockets.',
});

const SandboxFaultArgs = builder.inputType('SandboxFaultInput', {
  description:
    'Input of sandboxFault. Without `count` and `durationSeconds` the fault applies once. With both, it ends with whichever comes first.',
  fields: (t) => ({
    kind: t.field({ type: SandboxFaultKindEnum, required: true, description: 'What the fault does.' }),
    target: t.field({
      type: SandboxFaultTargetEnum,
      description: 'Required for DUPLICATE, REORDER, DELAY and DROP: WEBHOOKS or SUBSCRIPTIONS.',
    }),
    operation: t.string({
      description:
        'Only this operation: a root field of GraphQL or an operation id of REST; for SUBSCRIPTIONS a subscription.',
    }),
    tokenId: t.id({
      description:
        'Only requests and subscriptions with this credential: Token:<uuid>, AccessToken:<uuid> or Agent:<uuid>.',
    }),
    eventType: t.string({
      description:
        'Only webhooks or updates of this event type, for example OUTGOING_PAYMENT.COMPLETED. Updates without a published event have none.',
    }),
    count: t.int({ description: 'How many requests, deliveries or updates are affected, 1 to 1000.' }),
    durationSeconds: t.int({
      description: 'Lifetime in seconds of real time, 1 to 86400. Default: 3600.',
    }),
    delayMs: t.int({
      description:
        'Delay in milliseconds. SLOW, and DELAY of subscriptions: 1 to 30000, default 2000, in real time. DELAY and REORDER of webhooks: 1 to 86400000, default 5000, on the clock of the platform.',
    }),
    retryAfterSeconds: t.int({
      description: 'Retry-After of RATE_LIMITED in seconds, 1 to 3600. Default: 1.',
    }),
    hidden: t.boolean({
      description: 'Whether responses and deliveries do not name the fault. Default: false.',
    }),
  }),
});

const SandboxFaultRef = builder.objectRef<Fault>('SandboxFault').implement({
  description: 'A fault on request of a sandbox platform. Its times are real time.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'SandboxFault:<uuid>' }),
    kind: t.field({
      type: SandboxFaultKindEnum,
      description: 'What the fault does.',
      resolve: ({ kind }) => kind,
    }),
    target: t.field({
      type: SandboxFaultTargetEnum,
      description: 'What the fault applies to.',
      resolve: ({ target }) => target,
    }),
    operation: t.string({
      nullable: true,
      description: 'The operation that it is limited to.',
      resolve: ({ operation }) => operation ?? null,
    }),
    tokenId: t.id({
      nullable: true,
      description: 'The credential that it is limited to.',
      resolve: ({ tokenId }) => tokenId ?? null,
    }),
    eventType: t.string({
      nullable: true,
      description: 'The event type that it is limited to.',
      resolve: ({ eventType }) => eventType ?? null,
    }),
    delayMs: t.int({
      nullable: true,
      description: 'Delay in milliseconds; null for a kind without a delay.',
      resolve: ({ delayMs }) => delayMs || null,
    }),
    retryAfterSeconds: t.int({
      nullable: true,
      description: 'Retry-After in seconds; null for a kind other than RATE_LIMITED.',
      resolve: ({ retryAfterSeconds }) => retryAfterSeconds || null,
    }),
    hidden: t.boolean({
      description: 'Whether responses and deliveries do not name the fault.',
      resolve: ({ isHidden }) => isHidden,
    }),
    remaining: t.int({
      nullable: true,
      description: 'How many more times it applies; null if only time ends it.',
      resolve: ({ remaining }) => remaining ?? null,
    }),
    appliedCount: t.exposeInt('appliedCount', {
      description: 'How often it has applied, over all processes.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Time from which it does not apply.' }),
  }),
});

const SandboxFaultsDeletedRef = builder.objectRef<FaultsDeleted>('SandboxFaultsDeleted').implement({
  description: 'The faults of the sandbox platform were ended.',
  fields: (t) => ({
    deletedCount: t.exposeInt('deletedCount', {
      description: 'How many faults were removed from the list. Those that were used up are among them.',
    }),
  }),
});

builder.queryField('sandboxFaults', (t) =>
  t.field({
    type: [SandboxFaultRef],
    bound: maxFaults,
    authScopes: { permission: 'TRANSACT' },
    description:
      'Returns the faults of the sandbox platform that have not expired, oldest first. Those that were used up are among them. An error in production.',
    resolve: async (_root, _args, context) => {
      const faults = await listSandboxFaults(context.ports, platformOf(context));
      if (faults instanceof DomainError) throw faults;
      return [...faults];
    },
  }),
);

builder.mutationFields((t) => ({
  sandboxFault: t.errorUnionField({
    description:
      'Makes the sandbox platform misbehave: requests, webhooks or updates of subscriptions that match have a fault, for a number of times or for a time, counted over all processes. Faults never affect the operations of faults themselves.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: SandboxFaultArgs, required: true, description: 'The fault.' }),
    },
    types: [SandboxFaultRef, InvalidInput, Forbidden, Conflict],
    union: {
      name: 'SandboxFaultResult',
      description: 'Result of sandboxFault.',
      resolveType: () => SandboxFaultRef,
    },
    ...accepting({ input: SandboxFaultInput }, ({ input }, context) =>
      createFault(context.ports, platformOf(context), input),
    ),
  }),
  deleteSandboxFault: t.errorUnionField({
    description: 'Ends a fault of the sandbox platform.',
    authScopes: { permission: 'TRANSACT' },
    args: { id: t.arg.id({ required: true, description: 'SandboxFault:<uuid>' }) },
    types: [DeletedRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'DeleteSandboxFaultResult',
      description: 'Result of deleteSandboxFault.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('SandboxFault') }, ({ id }, context) =>
      deleteSandboxFault(context.ports, platformOf(context), id),
    ),
  }),
  deleteSandboxFaults: t.errorUnionField({
    description: 'Ends all faults of the sandbox platform.',
    authScopes: { permission: 'TRANSACT' },
    types: [SandboxFaultsDeletedRef, InvalidInput, Forbidden],
    union: {
      name: 'DeleteSandboxFaultsResult',
      description: 'Result of deleteSandboxFaults.',
      resolveType: () => SandboxFaultsDeletedRef,
    },
    ...accepting({}, (_args, context) => deleteSandboxFaults(context.ports, platformOf(context))),
  }),
}));
