/**
 * KYC links: links to hosted pages that identify a customer.
 *
 * Decision: a link works without a credential, so its id is long and random. The id is stored unhashed, because the page
 * shows nothing about the customer.
 * Decision: the redirect URI must have the scheme http or https, so that the page never runs a script from it.
 *
 * Source: docs/behaviour/customers.md#kyc-links.
 */

import { z } from 'zod';
import type { Id } from '../../kernel/ids.ts';
import { optional, text } from '../../kernel/parse.ts';
import { parseUrl } from '../../kernel/url.ts';

export const kycLinkLifetimeSeconds = 24 * 60 * 60;

export interface KycLink {
  /** 32 random characters. */
  readonly id: string;
  readonly customerId: Id<'Customer'>;
  /** The URL to which the page redirects the customer at the end. */
  readonly redirectUri: string | undefined;
  /** The first instant at which it is no longer valid. */
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly usedAt: Date | undefined;
}

const isWebAddress = (uri: string): boolean => ['https:', 'http:'].includes(parseUrl(uri)?.protocol ?? '');

export const CreateKycLinkInput = z.object({
  redirectUri: optional(text(2048).refine(isWebAddress, { error: 'must be an address of the web' })).meta({
    format: 'uri',
    description: 'Where the pages send the customer at the end.',
  }),
});

/** Whether the link can be used: it is valid once, until it expires. */
export const isOpen = ({ usedAt, expiresAt }: KycLink, now: Date): boolean => !usedAt && now < expiresAt;
