/**
 * KYC links: links to hosted pages that identify a customer.
 *
 * Decision: a link works without a credential, so its id is long and random. The id is stored unhashed, because the page
 * shows nothing about the customer.
 * Decision: the redirect URI must have the scheme https, or http on this machine, so that the page never runs a script from it.
 *
 * Source: docs/behaviour/customers.md#kyc-links.
 */

import { z } from 'zod';
import type { Id } from '../../kernel/ids.ts';
import { optional, text } from '../../kernel/parse.ts';
import { isLoopbackUrl, parseUrl } from '../../kernel/url.ts';

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

function isRedirectUri(uri: string): boolean {
  const url = parseUrl(uri);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackUrl(url));
}

export const CreateKycLinkInput = z.object({
  redirectUri: optional(
    text(2048).refine(isRedirectUri, { error: 'must be an https URL, or an http URL of this machine' }),
  ).meta({
    format: 'uri',
    description: 'Where the pages send the customer at the end.',
  }),
});

/** Whether the link can be used: it is valid once, until it expires. */
export const isOpen = ({ usedAt, expiresAt }: KycLink, now: Date): boolean => !usedAt && now < expiresAt;
