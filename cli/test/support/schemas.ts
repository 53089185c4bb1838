/** The JSON that the commands print, as documented in docs/guides/command-line.md. */
import { z } from 'zod';

const id = (type: string) => z.string().regex(new RegExp(`^${type}:[0-9a-f-]{36}$`));
const time = z.iso.datetime();
const currency = z.object({ code: z.string(), decimals: z.number().int() });
export const money = z.object({ amount: z.number().int(), currency });

export const pageOf = <Node extends z.ZodType>(node: Node) =>
  z.object({
    nodes: z.array(node),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  });

export const customer = z.object({
  id: id('Customer'),
  fullName: z.string().nullable(),
  customerType: z.enum(['INDIVIDUAL', 'BUSINESS']),
  createdAt: time,
});
export const internalAccount = z.object({
  id: id('InternalAccount'),
  type: z.string(),
  balance: money,
  availableBalance: money,
});
export const externalAccount = z.object({
  id: id('ExternalAccount'),
  currency: z.string(),
  status: z.string(),
});
export const transaction = z.object({
  id: id('Transaction'),
  type: z.enum(['INCOMING', 'OUTGOING']),
  status: z.string(),
  sentAmount: money.nullable(),
  createdAt: time,
});
export const quote = z.object({
  id: id('Quote'),
  status: z.string(),
  totalSendingAmount: z.number().int(),
  totalReceivingAmount: z.number().int(),
  sendingCurrency: currency,
  receivingCurrency: currency,
  expiresAt: time,
});
export const agent = z.object({ id: id('Agent'), name: z.string(), isPaused: z.boolean() });
export const action = z.object({ id: id('AgentAction'), status: z.string(), sendingAmount: money });
export const apiToken = z.object({ id: id('Token'), name: z.string(), permissions: z.array(z.string()) });
export const tokenCreated = z.object({
  clientSecret: z.string().min(20),
  token: apiToken.extend({ clientId: z.string() }),
});
export const clock = z.object({ now: time, isSettled: z.boolean() });
export const delivery = z.object({ id: id('Delivery'), type: z.string(), status: z.string() });
export const profiles = z.object({
  profiles: z.array(z.strictObject({ name: z.string(), url: z.url(), isCurrent: z.boolean() })),
});
export const published = z.object({
  cursor: z.string(),
  event: z.object({
    type: z.string(),
    sequence: z.number().int(),
    resourceId: z.string().nullable(),
    occurredAt: time,
  }),
});
export const forwarded = z.object({
  id: id('Webhook').optional(),
  type: z.string(),
  sequence: z.number().int().optional(),
  status: z.number().int().optional(),
  durationMs: z.number().int(),
});
export const explained = z.object({
  id: id('Transaction'),
  status: z.string(),
  explanation: z.object({
    isTruncated: z.boolean(),
    steps: z
      .array(
        z.object({
          kind: z.string(),
          at: time,
          text: z.string(),
          references: z.array(z.string()),
          amounts: z.array(z.object({ name: z.string(), value: money })),
          roundings: z.array(z.object({ name: z.string(), exact: z.string(), rounded: money })),
        }),
      )
      .min(1),
  }),
});
export const checks = z.object({
  checks: z.array(z.object({ name: z.string(), isOk: z.boolean(), detail: z.string() })),
});
export const fault = z.object({
  id: id('SandboxFault'),
  kind: z.string(),
  target: z.string(),
  remaining: z.number().nullable(),
});
export const deletedFaults = z.object({ __typename: z.string(), deletedCount: z.number().int() });
export const failure = z.object({
  error: z.object({
    message: z.string(),
    exitCode: z.number().int(),
    code: z.string(),
    fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});
