/** Schemas of accounts. Source: docs/behaviour/accounts.md#internal-accounts, docs/behaviour/accounts.md#account-types, docs/behaviour/accounts.md#external-accounts-and-beneficiaries. */
import { z } from 'zod';
import { type AccountTypeRow, entriesOf, fieldsOf } from '../../../accounts/external/account-type-row.ts';
import { accountTypes } from '../../../accounts/external/account-types.ts';
import { documentTypes } from '../../../accounts/external/beneficiary.ts';
import {
  beneficiaryVerificationStatuses,
  externalAccountStatuses,
} from '../../../accounts/external/beneficiary-check.ts';
import { maxInstructions } from '../../../accounts/internal/funding-instructions.ts';
import { internalAccountTypes } from '../../../accounts/internal/internal-account.ts';
import { paymentRails } from '../../../ledger/payment-rails.ts';
import { Address, CurrencyAmount, id, times } from './common.ts';
import { PaymentInstructions } from './payments.ts';

export const InternalAccount = z
  .object({
    id: id('InternalAccount'),
    customerId: id('Customer')
      .optional()
      .meta({ description: 'Owner. Absent if the platform owns the account.' }),
    type: z.enum(internalAccountTypes),
    status: z.enum(['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN']),
    balance: CurrencyAmount.meta({
      description: 'Available balance: the posted balance minus the amounts on hold.',
    }),
    totalBalance: CurrencyAmount.meta({ description: 'Posted balance, including the amounts on hold.' }),
    fundingPaymentInstructions: z.array(PaymentInstructions).max(maxInstructions),
    privateEnabled: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the wallet is private. Only for EMBEDDED_WALLET.' }),
    ...times,
  })
  .meta({ id: 'InternalAccount' });

const text = z.string().optional();
const contact = { email: text, phoneNumber: text, countryOfResidence: text, address: Address.optional() };

const Beneficiary = z
  .discriminatedUnion('beneficiaryType', [
    z.object({
      beneficiaryType: z.literal('INDIVIDUAL'),
      fullName: z.string(),
      birthDate: text,
      nationality: text,
      registrationNumber: text,
      documentType: z.enum(documentTypes).optional(),
      documentNumber: text,
      ...contact,
    }),
    z.object({
      beneficiaryType: z.literal('BUSINESS'),
      legalName: z.string(),
      registrationNumber: text,
      taxId: text,
      ...contact,
    }),
  ])
  .meta({ id: 'Beneficiary' });

/** The fields of an account type in responses. Values may be masked, so the schemas have no pattern. */
const infoOf = (row: AccountTypeRow) =>
  z.object({
    accountType: z.literal(row.type),
    paymentRails: z
      .array(z.enum(paymentRails))
      .max(paymentRails.length)
      .meta({ description: 'Rails that can pay the account.' }),
    ...Object.fromEntries(
      entriesOf(fieldsOf(row)).map(([name, { description }]) => {
        const field = z.string().meta({ description });
        return [name, row.required?.[name] ? field : field.optional()];
      }),
    ),
    ...(row.beneficiary !== 'none' && { beneficiary: Beneficiary }),
  });

type Info = ReturnType<typeof infoOf>;

export const ExternalAccount = z
  .object({
    id: id('ExternalAccount'),
    status: z.enum(externalAccountStatuses),
    currency: z.string(),
    customerId: id('Customer')
      .nullable()
      .meta({ description: 'Owner; null if the platform owns the account.' }),
    platformAccountId: text,
    defaultUmaDepositAccount: z.boolean(),
    beneficiaryVerificationStatus: z.enum(beneficiaryVerificationStatuses).optional(),
    beneficiaryVerifiedData: z.record(z.string(), z.string()).optional(),
    directDebitMandate: z
      .object({
        reference: z.string().meta({ description: 'Masked for callers without MANAGE.' }),
        signedOn: z.string().meta({ description: 'YYYY-MM-DD' }),
        isOneOff: z.boolean(),
      })
      .optional()
      .meta({ description: 'Mandate for SEPA direct debits.' }),
    displayName: z.string().meta({
      description: 'Name of the beneficiary; of a wallet, the name of its type, for example "Solana wallet".',
    }),
    last4: text.meta({
      description:
        'Last four characters of the primary identifier. Absent for an email address or a payment handle, and for an identifier of four characters or fewer.',
    }),
    bankName: text.meta({ description: 'Name of the bank or of the mobile money operator, if it is known.' }),
    country: text.meta({ description: 'Country of the account, ISO 3166-1 alpha-2. Absent for a wallet.' }),
    beneficiary: z
      .object({
        fullName: z.string().meta({ description: 'Full name of a person, or registered name of a company.' }),
        type: z.enum(['INDIVIDUAL', 'BUSINESS']),
      })
      .optional()
      .meta({ description: 'Holder of the account. Absent for a wallet.' }),
    accountInfo: z.discriminatedUnion('accountType', accountTypes.map(infoOf) as [Info, ...Info[]]).meta({
      id: 'AccountInfo',
      description: 'Account details. Identifiers are masked unless the token has the permission MANAGE.',
    }),
    ...times,
  })
  .meta({ id: 'ExternalAccount' });
