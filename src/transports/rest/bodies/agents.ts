/** Schemas of agents and their actions. Source: docs/behaviour/agents.md#agents-and-policies, docs/behaviour/agents.md#device-codes. */
import { z } from 'zod';
import { maxAccountsOfOwner } from '../../../accounts/internal/internal-account.ts';
import { agentActionStatuses, agentActionTypes } from '../../../agents/actions/agent-action.ts';
import { agentExecutionModes } from '../../../agents/policies/agent-policy.ts';
import { counterEntries, forEachLimit, windowEntries } from '../../../agents/policies/limits.ts';
import { agentPermissions } from '../../../platforms/access/agent-permissions.ts';
import { amount, id, instant, times } from './common.ts';
import { Quote, Transaction } from './payments.ts';

const optional = (schema: z.ZodType, absence: string) =>
  schema.optional().meta({ description: `Absent: ${absence}.` });

const AgentPolicy = z
  .object({
    permissions: z.array(z.enum(agentPermissions)).max(agentPermissions.length),
    defaultExecutionMode: z.enum(agentExecutionModes),
    spendingLimits: z.object({
      currency: z.string(),
      ...forEachLimit((_, { measure, isRequired }) => {
        const schema = measure === 'AMOUNT' ? amount : z.int();
        return isRequired ? schema : optional(schema, 'no limit');
      }),
    }),
    accountRestrictions: z
      .object({
        allowedAccountIds: z
          .array(id('InternalAccount'))
          .max(maxAccountsOfOwner)
          .optional()
          .meta({ description: 'Absent: all accounts of the customer.' }),
        accountRules: z
          .array(
            z.object({
              accountId: id('InternalAccount'),
              executionMode: z.enum(agentExecutionModes).optional(),
              perTransactionLimit: optional(amount, 'the default'),
            }),
          )
          .max(maxAccountsOfOwner),
      })
      .optional(),
    approvalThresholds: z
      .object({ currency: z.string(), amount: optional(amount, 'no threshold') })
      .optional(),
  })
  .meta({ id: 'AgentPolicy' });

export const Agent = z
  .object({
    id: id('Agent'),
    name: z.string(),
    customerId: id('Customer'),
    isPaused: z.boolean(),
    isConnected: z.boolean(),
    policy: AgentPolicy,
    usage: z.object({
      ...Object.fromEntries(
        counterEntries.map(([name, { measure }]) => [name, measure === 'AMOUNT' ? amount : z.int()]),
      ),
      ...Object.fromEntries(
        windowEntries.map(([, { resetField, format }]) => [
          resetField,
          z.string().meta(format === 'YYYY-MM-DD' ? { format: 'date' } : { description: format }),
        ]),
      ),
      reserved: z
        .object({ transactionCount: z.int(), amount })
        .meta({ description: 'Amounts reserved for actions that wait for approval.' }),
    }),
    ...times,
  })
  .meta({ id: 'Agent' });

export const AgentDeviceCode = z
  .object({ code: z.string(), agentId: id('Agent'), expiresAt: instant, redeemed: z.boolean() })
  .meta({ id: 'AgentDeviceCode' });

export const AgentCreated = z
  .object({ agent: Agent, deviceCode: AgentDeviceCode })
  .meta({ id: 'AgentCreated' });

export const DeviceCodeStatus = z
  .object({ code: z.string(), redeemed: z.boolean() })
  .meta({ id: 'DeviceCodeStatus' });

export const AgentConnected = z
  .object({
    agentId: id('Agent'),
    agentName: z.string(),
    accessToken: z.string().meta({ description: 'Access token of the agent. Returned only once.' }),
    policy: AgentPolicy,
  })
  .meta({ id: 'AgentConnected' });

export const AgentAction = z
  .object({
    id: id('AgentAction'),
    agentId: id('Agent'),
    customerId: id('Customer'),
    platformCustomerId: z.string(),
    status: z.enum(agentActionStatuses),
    type: z.enum(agentActionTypes),
    quote: Quote.optional().meta({ description: 'The quote to execute. Only for EXECUTE_QUOTE.' }),
    transferDetails: z
      .object({
        amount,
        currency: z.string(),
        sourceAccountId: id('InternalAccount', 'ExternalAccount'),
        destinationAccountId: id('InternalAccount', 'ExternalAccount'),
      })
      .optional(),
    transaction: Transaction.optional().meta({
      description:
        'The transaction that the action created. Absent while status is PENDING_APPROVAL or REJECTED.',
    }),
    rejectionReason: z
      .string()
      .optional()
      .meta({ description: 'Reason for the rejection. Only when status is REJECTED.' }),
    failureReason: z
      .string()
      .optional()
      .meta({ description: 'Code of the failure. Only when status is FAILED.' }),
    ...times,
  })
  .meta({ id: 'AgentAction' });
