/** Schemas of agents. Source: docs/behaviour/agents.md#agents-and-policies, docs/behaviour/agents.md#device-codes. */
import { z } from 'zod';
import { counterEntries, windowEntries } from '../../../agents/policies/limits.ts';
import { amount, id, instant, times } from './common.ts';
import { AgentPolicy } from './policies.ts';

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
