/** What every external account shows, whatever its type: without inline fragments on `accountInfo`. */
import { type Beneficiary, beneficiaryName } from '../../src/accounts/external/beneficiary.ts';
import { payeeOf } from '../../src/accounts/external/payee.ts';
import { builder } from '../core/builder.ts';
import { BeneficiaryTypeEnum } from './account-types.ts';
import { ExternalAccountRef } from './external-accounts.ts';

const AccountBeneficiaryRef = builder.objectRef<Beneficiary>('AccountBeneficiary').implement({
  description: 'The name and the type of the holder of an external account.',
  fields: (t) => ({
    fullName: t.string({
      description: 'Full name of a person, or registered name of a company.',
      resolve: beneficiaryName,
    }),
    type: t.field({
      type: BeneficiaryTypeEnum,
      description: 'Whether the holder is a person or a company.',
      resolve: (beneficiary) => beneficiary.beneficiaryType,
    }),
  }),
});

builder.objectFields(ExternalAccountRef, (t) => ({
  displayName: t.string({
    description: 'Name of the beneficiary; of a wallet, the name of its type, for example "Solana wallet".',
    resolve: ({ accountInfo }) => payeeOf(accountInfo).displayName,
  }),
  last4: t.string({
    nullable: true,
    description:
      'Last four characters of the primary identifier of the account; null for an email address or a payment handle, and for an identifier of four characters or fewer.',
    resolve: ({ accountInfo }) => payeeOf(accountInfo).last4 ?? null,
  }),
  bankName: t.string({
    nullable: true,
    description: 'Name of the bank or of the mobile money operator; null if it is not known.',
    resolve: ({ accountInfo }) => payeeOf(accountInfo).bankName ?? null,
  }),
  country: t.string({
    nullable: true,
    description: 'Country of the account, ISO 3166-1 alpha-2; null for a wallet.',
    resolve: ({ accountInfo }) => payeeOf(accountInfo).country ?? null,
  }),
  beneficiary: t.field({
    type: AccountBeneficiaryRef,
    nullable: true,
    description: 'Holder of the account; null for a wallet.',
    resolve: ({ accountInfo }) => accountInfo.beneficiary ?? null,
  }),
}));
