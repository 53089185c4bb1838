/** Schemas of a platform's settings and tokens. Source: docs/behaviour/platforms.md#api-tokens, docs/behaviour/platforms.md#settings-of-a-platform, docs/behaviour/webhooks.md#test-endpoint. */
import { z } from 'zod';
import {
  maxApprovalThresholds,
  maxLateApprovalSeconds,
  maxNotifiedEmails,
  maxRequiredApprovals,
} from '../../../agents/approval-rules/approval-rules.ts';
import { currencies } from '../../../kernel/money/currencies.ts';
import { maxRateCorridors } from '../../../payments/rates/rate-settings.ts';
import { partyFieldNames } from '../../../platforms/party-fields.ts';
import { permissions } from '../../../platforms/platform.ts';
import { transactionTypes } from '../../../platforms/transaction-type.ts';
import { maxOrigins } from '../../../wallets/passkey-settings.ts';
import { maxAudiences, maxIssuers } from '../../../wallets/settings.ts';
import { maxLiveKeys } from '../../../webhooks/signing/signing-keys.ts';
import { amount, id, times } from './common.ts';

const text = z.string().optional();

export const WalletSettings = z.object({
  severalPasskeys: z.boolean().meta({ description: 'Whether a wallet may have more than one passkey.' }),
  clientHeldKeys: z
    .boolean()
    .meta({ description: 'Whether clients may hold the keys of their sessions themselves.' }),
});

const approvalCount = z.int().min(1).max(maxRequiredApprovals);

export const ApprovalRules = z
  .object({
    requiredApprovals: approvalCount,
    thresholds: z
      .array(z.object({ currency: z.string(), amount, requiredApprovals: approvalCount }))
      .max(maxApprovalThresholds)
      .meta({ description: 'Amounts above which more approvals are required.' }),
    preventSelfApproval: z.boolean(),
    requireComment: z.boolean(),
    lateApprovalSeconds: z.int().min(0).max(maxLateApprovalSeconds),
    stepUpAbove: z
      .array(z.object({ currency: z.string(), amount }))
      .max(maxApprovalThresholds)
      .meta({
        description: 'Amounts above which a person who approves must prove again who they are.',
      }),
    notifications: z.object({
      emails: z.array(z.string()).max(maxNotifiedEmails),
      notifyApprovers: z.boolean(),
      slackWebhookHost: text.meta({
        description: 'Host of the incoming webhook. Its URL is a secret and never returned.',
      }),
    }),
  })
  .meta({ id: 'ApprovalRules' });

const fraction = z.string().meta({ description: 'Fraction from 0 to below 1, as text: `0.004`.' });

const platformFees = z
  .object({
    fixed: amount.optional().meta({ description: 'In the smallest unit of the sending currency.' }),
    variableRate: fraction.optional().meta({ description: 'Fraction of the total sending amount.' }),
    counterpartyFixed: amount
      .optional()
      .meta({ description: 'In the smallest unit of the receiving currency.' }),
  })
  .meta({ description: 'Fees that the platform sets. An absent one is that of the deployment.' });

export const RateSettings = z
  .object({
    spread: fraction.meta({ description: 'Fraction by which rates are worse for the payer: `0.004`.' }),
    fees: platformFees,
    corridors: z
      .array(
        z.object({
          sending: z.string(),
          receiving: z.string(),
          spread: fraction.optional(),
          fees: platformFees,
        }),
      )
      .max(maxRateCorridors)
      .meta({ description: 'Exceptions for payments from one currency to another.' }),
  })
  .meta({ id: 'RateSettings' });

export const PlatformConfig = z
  .object({
    id: id('PlatformConfig'),
    umaDomain: text,
    sandboxUmaDomain: text.meta({ description: 'Domain of the UMA test receivers of the sandbox.' }),
    webhookEndpoint: text.meta({
      description: 'URL of the first webhook endpoint. The GraphQL API has the complete list.',
    }),
    supportedCurrencies: z
      .array(
        z.object({
          currencyCode: z.string(),
          minAmount: amount,
          maxAmount: amount,
          requiredCounterpartyFields: z
            .array(z.object({ name: z.string(), mandatory: z.boolean() }))
            .max(partyFieldNames.length),
          enabledTransactionTypes: z.array(z.enum(transactionTypes)).max(transactionTypes.length),
        }),
      )
      .max(currencies.length),
    isRegulatedFinancialInstitution: z.boolean(),
    embeddedWalletConfig: z.object({
      appName: text,
      otpLength: z.int(),
      alphanumeric: z.boolean(),
      expirationSeconds: z.int(),
      sendFromEmailAddress: text,
      sendFromEmailSenderName: text,
      replyToEmailAddress: text,
      logoUrl: text,
    }),
    passkeys: z.object({ rpId: z.string(), origins: z.array(z.string()).max(maxOrigins) }).optional(),
    oidcIssuers: z
      .array(z.object({ issuer: z.string(), audiences: z.array(z.string()).max(maxAudiences) }))
      .max(maxIssuers),
    sessionTtlSeconds: z.int(),
    autoCreateEmailOtp: z.boolean(),
    wallets: WalletSettings,
    approvals: ApprovalRules,
    rates: RateSettings,
    exportIssuerPublicKey: z
      .string()
      .meta({ description: 'Public key that verifies wallet exports: P-256 point, uncompressed, in hex.' }),
    webhookPublicKey: z
      .string()
      .meta({ description: 'Public key, in PEM, of the current webhook signing key.' }),
    webhookPublicKeys: z.array(z.string()).max(maxLiveKeys).meta({
      description: 'Public keys in PEM that verify webhook signatures. Accept a signature of any of them.',
    }),
    ...times,
  })
  .meta({ id: 'PlatformConfig' });

export const ApiToken = z
  .object({
    id: id('Token'),
    name: z.string(),
    clientId: z.string(),
    permissions: z.array(z.enum(permissions)).max(permissions.length),
    ...times,
  })
  .meta({ id: 'ApiToken' });

export const ApiTokenCreated = ApiToken.extend({
  clientSecret: z.string().meta({ description: 'Secret of the token. Returned only once.' }),
}).meta({ id: 'ApiTokenCreated' });

export const WebhookTest = z
  .object({ url: text, response_status: z.int(), response_body: text })
  .meta({ id: 'WebhookTest' });
