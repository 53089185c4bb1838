/** What an agent can do now: the query agentMe, and the field `capabilities` of agents. */
import type { GraphQLField, GraphQLSchema } from 'graphql';
import type { Agent } from '../../src/agents/agent.ts';
import {
  type AgentOperation,
  agentOperationModes,
  type Capability,
  type CapabilityLimit,
  type CustomerState,
  capabilitiesOf,
} from '../../src/agents/capabilities/capability.ts';
import { limitEntries } from '../../src/agents/policies/limits.ts';
import { findAgent } from '../../src/agents/store.ts';
import { type Customer, readyToTransact } from '../../src/customers/customer.ts';
import { invariant } from '../../src/kernel/errors.ts';
import { boundedList } from '../../src/kernel/lists.ts';
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { optional, text } from '../../src/kernel/parse.ts';
import { agentPermissionFor } from '../../src/platforms/access/permissions.ts';
import { acceptingOn } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { agentOf, type Context, principalOf, visibleTo } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { CurrencyRef, MoneyRef } from '../core/money.ts';
import { customerById } from '../customers/customers.ts';
import { requiredPermissionOf } from '../platforms/permission-descriptions.ts';
import { AgentRef } from './agents.ts';
import { PolicyRuleEnum } from './policy-violation.ts';

const AgentOperationModeEnum = describedEnum(
  'AgentOperationMode',
  'How an operation of an agent runs.',
  agentOperationModes,
  { AUTO: 'At once.', NEEDS_APPROVAL: 'After a person approves.' },
);

const unit = 'In the smallest unit of `currency`, or a number of transactions.';

const CapabilityLimitRef = builder.objectRef<CapabilityLimit>('AgentCapabilityLimit').implement({
  description: 'A spending limit that an operation is checked against, as it is now.',
  fields: (t) => ({
    name: t.field({
      type: PolicyRuleEnum,
      description: 'The rule that a payment above the limit violates.',
      resolve: ({ name }) => name,
    }),
    currency: t.field({
      type: CurrencyRef,
      nullable: true,
      description: 'Currency of the amounts; null if the limit counts transactions.',
      resolve: ({ currency }) => (currency === undefined ? null : currencyOf(currency)),
    }),
    limit: t.field({ type: 'Amount', description: `The limit. ${unit}`, resolve: ({ limit }) => limit }),
    used: t.field({
      type: 'Amount',
      description: `What the agent has used in the period; 0 for a limit on each transaction. ${unit}`,
      resolve: ({ used }) => used,
    }),
    reserved: t.field({
      type: 'Amount',
      description: `What waiting actions have reserved. ${unit}`,
      resolve: ({ reserved }) => reserved,
    }),
    remaining: t.field({
      type: 'Amount',
      description: `What is left after used and reserved. ${unit}`,
      resolve: ({ remaining }) => remaining,
    }),
    resetsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When `used` restarts at 0; null for a limit on each transaction.',
      resolve: ({ resetsAt }) => resetsAt ?? null,
    }),
  }),
});

const CapabilityRef = builder.objectRef<Capability>('AgentCapability').implement({
  description: 'Whether an agent can use an operation now.',
  fields: (t) => ({
    operation: t.exposeString('operation', {
      description: 'Name of the query, mutation or subscription.',
    }),
    allowed: t.boolean({
      description: 'Whether the operation can succeed now. A dry run shows whether a given payment does.',
      resolve: ({ isAllowed }) => isAllowed,
    }),
    mode: t.field({
      type: AgentOperationModeEnum,
      nullable: true,
      description:
        'How a payment runs that no account rule concerns and that is not above approvalThreshold. A new counterparty can still need an approval. Null for an operation that spends nothing.',
      resolve: ({ mode }) => mode ?? null,
    }),
    approvalThreshold: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'A payment above this amount needs an approval; null if there is no threshold.',
      resolve: ({ approvalThreshold }) => approvalThreshold ?? null,
    }),
    reason: t.string({
      nullable: true,
      description:
        'Why the operation is not allowed: the `reason` or the code of the error that it would return. Null if it is allowed.',
      resolve: ({ reason }) => reason ?? null,
    }),
    limits: t.field({
      type: [CapabilityLimitRef],
      bound: limitEntries.length,
      description: 'The limits that the operation is checked against. Empty if it moves no money.',
      resolve: ({ limits }) => [...limits],
    }),
  }),
});

const operationOf = (field: GraphQLField<unknown, unknown>, isWrite: boolean): AgentOperation | undefined => {
  const required = requiredPermissionOf(field);
  const isForAgents = required && agentPermissionFor(required) !== undefined;
  return isForAgents ? { name: field.name, required, isWrite } : undefined;
};

const operations = new WeakMap<GraphQLSchema, readonly AgentOperation[]>();

/** The operations of the schema that agents have: queries, mutations, subscriptions. */
function operationsOf(schema: GraphQLSchema): readonly AgentOperation[] {
  const known = operations.get(schema);
  if (known) return known;
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const found = roots.flatMap((type) =>
    Object.values(type?.getFields() ?? {}).flatMap(
      (field) => operationOf(field, type === schema.getMutationType()) ?? [],
    ),
  );
  operations.set(schema, found);
  return found;
}

async function customerState(context: Context, id: Customer['id']): Promise<CustomerState> {
  const { principal } = context;
  // The agent of a deleted customer cannot read it.
  if (principal?.kind === 'agent' && principal.customerIsDeleted) return 'DELETED';
  const customer = await customerById(context, id);
  if (!customer || customer.isDeleted) return 'DELETED';
  return readyToTransact(customer) === true ? 'READY' : 'NOT_READY';
}

/** The schema has fewer operations for agents. A test compares. */
const maxOperations = 40;
const operationName = text(100);

builder.objectField(AgentRef, 'capabilities', (t) =>
  t.field({
    type: [CapabilityRef],
    bound: maxOperations,
    description:
      'What the agent can do now: each operation that agents have, by its policy, its usage and the state of its customer.',
    args: {
      operations: t.arg.stringList({
        description: `Only these operations, at most ${maxOperations}. Default: all. Unknown names are ignored.`,
      }),
    },
    ...acceptingOn(
      { operations: optional(boundedList(operationName, maxOperations)) },
      async (agent: Agent, { operations: names }, context, { schema }) =>
        capabilitiesOf(
          agent,
          operationsOf(schema).filter(({ name }) => names?.includes(name) ?? true),
          {
            now: context.ports.clock.now(principalOf(context).platform),
            customer: await customerState(context, agent.customerId),
          },
        ),
    ),
  }),
);

builder.queryField('agentMe', (t) =>
  t.field({
    type: AgentRef,
    authScopes: { permission: 'AGENT_VIEW_SELF' },
    description: 'The calling agent, with what it can do now.',
    resolve: async (_root, _args, context) => {
      const agent = await findAgent(context.ports.db.orm, visibleTo(context), agentOf(context).agent.id);
      invariant(agent, 'the agent of a principal exists');
      return agent;
    },
  }),
);
