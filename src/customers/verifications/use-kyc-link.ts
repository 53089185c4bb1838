/**
 * Operations of the hosted pages: find a link that can be used, and use it.
 *
 * Decision: opening a link does not use it, because programs that preview links open it too. The confirmation of the customer
 * uses it.
 */
import { transact } from '../../infrastructure/database/transact.ts';
import type { Ports } from '../ports.ts';
import { KycLinkUnusable } from './errors.ts';
import { isOpen, type KycLink } from './kyc-link.ts';
import { findKycLink, markKycLinkUsed } from './kyc-link-store.ts';

type Needs = Pick<Ports, 'db' | 'clock'>;

/** The link, if it can be used. */
export async function openKycLink({ db, clock }: Needs, id: string): Promise<KycLink | KycLinkUnusable> {
  const found = await findKycLink(db.orm, id);
  return found && isOpen(found.link, clock.now(found.platform)) ? found.link : new KycLinkUnusable();
}

/** Marks the link as used. Of two concurrent confirmations, one succeeds. */
export async function useKycLink({ db, clock }: Needs, id: string): Promise<KycLink | KycLinkUnusable> {
  return transact(db, async (tx) => {
    const found = await findKycLink(tx, id, { lock: true });
    if (!found) return new KycLinkUnusable();
    const now = clock.now(found.platform);
    if (!isOpen(found.link, now)) return new KycLinkUnusable();
    await markKycLinkUsed(tx, id, now);
    return { ...found.link, usedAt: now };
  });
}
