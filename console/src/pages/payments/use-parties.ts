/** The accounts of a payer: those that pay, and those that it has saved to be paid. */
import { useData } from '../../api/hooks.ts';
import type { Problem } from '../../api/problem.ts';
import { bankText, customerName } from '../../components/parties.ts';
import type { PayableAccountFragment, PayingAccountFragment } from './new-payment.documents.ts';
import { CustomerPartiesDocument, PlatformPartiesDocument } from './new-payment.documents.ts';
import { platformPayer } from './payer-select.tsx';

export interface Parties {
  readonly name: string | undefined;
  readonly sources: readonly PayingAccountFragment[];
  readonly receivers: readonly PayableAccountFragment[];
  readonly problem: Problem | undefined;
}

/** The accounts of the payer, and the accounts that it has saved. */
export function useParties(payer: string): Parties {
  const isPlatform = payer === platformPayer;
  const platform = useData(PlatformPartiesDocument, {}, { pause: !isPlatform });
  const customer = useData(CustomerPartiesDocument, { id: payer }, { pause: isPlatform || payer === '' });
  if (isPlatform) {
    return {
      name: undefined,
      sources: platform.data?.platformAccounts ?? [],
      receivers: platform.data?.externalAccounts.nodes ?? [],
      problem: platform.problem,
    };
  }
  const found = customer.data?.customer?.id === payer ? customer.data.customer : undefined;
  return {
    name: found && customerName(found),
    sources: found?.internalAccounts ?? [],
    receivers: found?.externalAccounts.nodes ?? [],
    problem: customer.problem,
  };
}

export const receiverText = (account: PayableAccountFragment): string =>
  [account.displayName, bankText(account), account.currency].filter(Boolean).join(' · ');
