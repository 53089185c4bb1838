/**
 * What the pages of a link ask: whether it is still good, and that it be spent.
 *
 * Decision: looking at a link does not spend it, since programs that preview links look too; the customer's own
 * confirmation does.
 */
import { transact } from '../../infrastructure/database/transact.ts';
import type { Ports } from '../ports.ts';
import { KycLinkUnusable } from './errors.ts';
import { isOpen, type KycLink } from './kyc-link.ts';
import { findKycLink, markKycLinkUsed } from './kyc-link-store.ts';

type Needs = Pick<Ports, 'db' | 'clock'>;

/** The link, while it can be used. */
export async function openKycLink({ db, clock }: Needs, id: string): Promise<KycLink | KycLinkUnusable> {
  const found = await findKycLink(db.orm, id);
  return found && isOpen(found.link, clock.now(found.platform)) ? found.link : new KycLinkUnusable();
}

/** Spends the link: of two who confirm at once, one does. */
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
