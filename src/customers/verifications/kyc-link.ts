/**
 * The link by which a customer is sent to pages that identify them.
 *
 * Decision: whoever has a link can open it, so its id is long and random; it is stored as it is, because the page that
 * it leads to tells nothing of the customer.
 * Decision: where it leads back to is an address of the web: a page never sends a browser to anything that runs.
 *
 * Source: docs/behaviour/customers.md#kyc-links.
 */
import { z } from 'zod';
import type { Id } from '../../kernel/ids.ts';
import { optional, text } from '../../kernel/parse.ts';

export const kycLinkLifetimeSeconds = 24 * 60 * 60;

export interface KycLink {
  /** 32 characters that nobody guesses. */
  readonly id: string;
  readonly customerId: Id<'Customer'>;
  /** Where the customer is sent when they are done. */
  readonly redirectUri: string | undefined;
  /** The first instant at which it is no longer good. */
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly usedAt: Date | undefined;
}

const isWebAddress = (uri: string): boolean =>
  URL.canParse(uri) && ['https:', 'http:'].includes(new URL(uri).protocol);

export const CreateKycLinkInput = z.object({
  redirectUri: optional(text(2048).refine(isWebAddress, { error: 'must be an address of the web' })).meta({
    format: 'uri',
  }),
});

/** A link is good once, until its time. */
export const isOpen = ({ usedAt, expiresAt }: KycLink, now: Date): boolean => !usedAt && now < expiresAt;
