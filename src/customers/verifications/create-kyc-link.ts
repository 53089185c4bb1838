/**
 * Creates a link to hosted pages that identify a customer. Earlier links remain valid.
 *
 * Source: docs/behaviour/customers.md#kyc-links, docs/behaviour/sandbox.md#verifications.
 */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  type OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { CustomerDeleted, CustomerNotFound } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { findCustomer } from '../store.ts';
import { HostedVerificationUnavailable } from './errors.ts';
import { type CreateKycLinkInput, type KycLink, kycLinkLifetimeSeconds } from './kyc-link.ts';
import { findKycLink, insertKycLink } from './kyc-link-store.ts';

/** A link and its URL. */
export interface KycLinkCreated {
  readonly link: KycLink;
  readonly url: string;
}

type CreateKycLinkError =
  | CustomerNotFound
  | CustomerDeleted
  | HostedVerificationUnavailable
  | IdempotencyKeyReused
  | IdempotencyKeyInUse;

export async function createKycLink(
  { db, clock, hostedVerification }: Pick<Ports, 'db' | 'clock' | 'hostedVerification'>,
  { platform }: PlatformCaller,
  customerId: Id<'Customer'>,
  { redirectUri }: z.output<typeof CreateKycLinkInput>,
  idempotencyKey?: string,
): Promise<OnceResult<KycLinkCreated | CreateKycLinkError>> {
  const created = (link: KycLink): KycLinkCreated | HostedVerificationUnavailable => {
    const url = hostedVerification.urlOf(platform, link.id);
    return url === undefined ? new HostedVerificationUnavailable() : { link, url };
  };
  return once<KycLinkCreated | CreateKycLinkError>(
    db,
    {
      scope: { platformId: platform.id, caller: 'platform', operation: 'createKycLink' },
      key: idempotencyKey,
      input: { customerId, redirectUri },
      idOf: ({ link }) => link.id,
      replay: async (tx, id) => {
        const found = await findKycLink(tx, id);
        invariant(found, 'the link of a key exists');
        return created(found.link);
      },
    },
    async (tx) => {
      const customer = await findCustomer(tx, { platformId: platform.id }, customerId);
      if (!customer) return new CustomerNotFound(customerId);
      if (customer.isDeleted) return new CustomerDeleted();
      const now = clock.now(platform);
      const link: KycLink = {
        id: randomBytes(24).toString('base64url'),
        customerId,
        redirectUri,
        expiresAt: new Date(now.getTime() + kycLinkLifetimeSeconds * 1000),
        createdAt: now,
        usedAt: undefined,
      };
      await insertKycLink(tx, platform.id, link);
      return created(link);
    },
  );
}
