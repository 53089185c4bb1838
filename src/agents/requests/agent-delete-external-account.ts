/**
 * An agent removes an external account of its customer.
 *
 * Decision: to remove the default deposit account needs SET_DEPOSIT_ACCOUNT, because incoming payments then arrive
 * elsewhere.
 *
 * Source: gaps 3.6, 9.2 (MANAGE_EXTERNAL_ACCOUNTS covers deleting, a paused agent writes nothing).
 */

import { deleteExternalAccount } from '../../accounts/external/delete-external-account.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import type { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import { type AgentPrincipal, scopeOf } from '../../platforms/access/principal.ts';
import { checkBeforeRecords } from '../policies/policy.ts';

export async function agentDeleteExternalAccount(
  ports: Pick<Ports, 'db' | 'clock'>,
  principal: AgentPrincipal,
  id: Id<'ExternalAccount'>,
): Promise<PolicyViolation | Awaited<ReturnType<typeof deleteExternalAccount>>> {
  // The agent as it was when the request was authenticated: no money moves here that a lock would have to guard.
  const refused = checkBeforeRecords(principal.agent, {
    access: 'WRITE',
    permissions: ['MANAGE_EXTERNAL_ACCOUNTS'],
  });
  if (refused) return refused;
  return deleteExternalAccount(ports, principal.platform, scopeOf(principal), id, (account) =>
    account.defaultUmaDepositAccount
      ? checkBeforeRecords(principal.agent, { access: 'WRITE', permissions: ['SET_DEPOSIT_ACCOUNT'] })
      : undefined,
  );
}
