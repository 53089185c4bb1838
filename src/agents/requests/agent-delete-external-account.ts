/**
 * An agent removes an external account of its customer.
 *
 * Decision: the removal of the default deposit account needs SET_DEPOSIT_ACCOUNT, because it redirects incoming
 * payments.
 *
 * Source: docs/behaviour/endpoints.md#further-endpoints, docs/behaviour/agents.md#order-of-checks (MANAGE_EXTERNAL_ACCOUNTS covers deleting, a paused agent writes nothing).
 */

import { deleteExternalAccount } from '../../accounts/external/delete-external-account.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import type { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import { type AgentPrincipal, scopeOf } from '../../platforms/access/principal.ts';
import { checkBeforeRecords } from '../policies/policy-checks.ts';

export async function agentDeleteExternalAccount(
  ports: Pick<Ports, 'db' | 'clock' | 'accountHooks'>,
  principal: AgentPrincipal,
  id: Id<'ExternalAccount'>,
): Promise<PolicyViolation | Awaited<ReturnType<typeof deleteExternalAccount>>> {
  // The agent is the one that authentication read. No money moves here, so the agent needs no lock.
  const violation = checkBeforeRecords(principal.agent, {
    access: 'WRITE',
    permissions: ['MANAGE_EXTERNAL_ACCOUNTS'],
  });
  if (violation) return violation;
  return deleteExternalAccount(ports, principal.platform, scopeOf(principal), id, (account) =>
    account.defaultUmaDepositAccount
      ? checkBeforeRecords(principal.agent, { access: 'WRITE', permissions: ['SET_DEPOSIT_ACCOUNT'] })
      : undefined,
  );
}
