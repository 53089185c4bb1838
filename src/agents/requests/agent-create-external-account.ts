/**
 * An agent registers an external account of its customer. This needs no approval, because each payment to the account is
 * checked against the policy. `defaultUmaDepositAccount` redirects the customer's incoming payments, so it needs SET_DEPOSIT_ACCOUNT.
 *
 * Source: docs/behaviour/agents.md#agents-and-policies, docs/behaviour/agents.md#order-of-checks, docs/behaviour/agents.md#edge-cases; docs/behaviour/endpoints.md.
 */

import type { ExternalAccountAlreadyExists } from '../../accounts/errors.ts';
import {
  createExternalAccountIn,
  type NewExternalAccount,
  rejectingDuplicates,
} from '../../accounts/external/create-external-account.ts';
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import { CustomerDeleted, type CustomerNotFound, UserNotReady } from '../../customers/customer.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { Forbidden, type InvalidInput } from '../../kernel/errors.ts';
import type { Ports } from '../../payments/ports.ts';
import type { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import type { AgentPrincipal } from '../../platforms/access/principal.ts';
import { AgentNotFound } from '../errors.ts';
import { checkBeforeRecords } from '../policies/policy-checks.ts';
import { lockAgent } from '../store.ts';

type AgentCreateExternalAccountError =
  | AgentNotFound
  | PolicyViolation
  | Forbidden
  | UserNotReady
  | InvalidInput
  | CustomerNotFound
  | ExternalAccountAlreadyExists;

export async function agentCreateExternalAccount(
  ports: Pick<Ports, 'db' | 'clock' | 'beneficiaryNames'>,
  { platform, agent: { id } }: AgentPrincipal,
  input: NewExternalAccount,
): Promise<ExternalAccount | AgentCreateExternalAccountError> {
  return rejectingDuplicates(() =>
    transact<ExternalAccount | AgentCreateExternalAccountError>(ports.db, async (tx) => {
      const agent = await lockAgent(tx, { platformId: platform.id }, id);
      // Deleted since the request was authenticated.
      if (!agent) return new AgentNotFound(id);
      const violation = checkBeforeRecords(agent, {
        access: 'WRITE',
        permissions: [
          'MANAGE_EXTERNAL_ACCOUNTS',
          ...(input.defaultUmaDepositAccount ? (['SET_DEPOSIT_ACCOUNT'] as const) : []),
        ],
      });
      if (violation) return violation;
      const { customerId } = agent;
      if (input.customerId && input.customerId !== customerId) {
        return new Forbidden('An agent acts for its own customer only.', {
          reason: "Not the agent's customer",
        });
      }
      const created = await createExternalAccountIn(tx, ports, platform, { ...input, customerId });
      return created instanceof CustomerDeleted ? new UserNotReady() : created;
    }),
  );
}
