// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment, ErrorParts_ConflictError_Fragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type CurrencySettingsFragment = { readonly currencyCode: string, readonly minAmount: number, readonly maxAmount: number, readonly enabledTransactionTypes: ReadonlyArray<types.TransactionType>, readonly requiredCounterpartyFields: ReadonlyArray<{ readonly name: types.PartyFact, readonly mandatory: boolean }> };

export type CurrencyListQueryVariables = Exact<{ [key: string]: never; }>;


export type CurrencyListQuery = { readonly platformConfig: { readonly id: string, readonly currencies: ReadonlyArray<CurrencySettingsFragment> } };

export type SetCurrenciesMutationVariables = Exact<{
  currencies: ReadonlyArray<types.CurrencyConfigInput> | types.CurrencyConfigInput;
}>;


export type SetCurrenciesMutation = { readonly updatePlatformConfig:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
    | { readonly __typename: 'PlatformConfig', readonly id: string, readonly currencies: ReadonlyArray<CurrencySettingsFragment> }
   };

export type WalletSignInFragment = { readonly id: string, readonly passkeys: { readonly rpId: string, readonly origins: ReadonlyArray<string> } | null, readonly oidcIssuers: ReadonlyArray<{ readonly issuer: string, readonly audiences: ReadonlyArray<string> }> };

export type WalletSignInSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type WalletSignInSettingsQuery = { readonly platformConfig: WalletSignInFragment };

export type SetWalletSignInMutationVariables = Exact<{
  input: types.UpdatePlatformConfigInput;
}>;


export type SetWalletSignInMutation = { readonly updatePlatformConfig:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
    | (
      { readonly __typename: 'PlatformConfig' }
      & WalletSignInFragment
    )
   };

export type WebhookKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookKeysQuery = { readonly platformConfig: { readonly id: string, readonly webhookPublicKeys: ReadonlyArray<string> } };

export type RotateKeyMutationVariables = Exact<{
  immediately: boolean;
}>;


export type RotateKeyMutation = { readonly rotateWebhookKey:
    | (
      { readonly __typename: 'ConflictError' }
      & ErrorParts_ConflictError_Fragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
    | { readonly __typename: 'WebhookKeys', readonly webhookPublicKeys: ReadonlyArray<string> }
   };

export type RulesPartsFragment = { readonly requiredApprovals: number, readonly requireComment: boolean, readonly preventSelfApproval: boolean, readonly lateApprovalSeconds: number, readonly thresholds: ReadonlyArray<{ readonly amount: number, readonly currency: string, readonly requiredApprovals: number }>, readonly stepUpAbove: ReadonlyArray<{ readonly amount: number, readonly currency: string }>, readonly notifications: { readonly emails: ReadonlyArray<string>, readonly notifyApprovers: boolean, readonly slackWebhookHost: string | null } };

export type ApprovalRuleSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type ApprovalRuleSettingsQuery = { readonly platformConfig: { readonly id: string, readonly approvals: RulesPartsFragment } };

export type SetApprovalRulesMutationVariables = Exact<{
  input: types.UpdateApprovalRulesInput;
}>;


export type SetApprovalRulesMutation = { readonly updateApprovalRules:
    | (
      { readonly __typename: 'ApprovalRules' }
      & RulesPartsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
   };

export const CurrencyListDocument =
  "query CurrencyList{platformConfig{id currencies{...CurrencySettings}}}fragment CurrencySettings on CurrencyConfig{currencyCode minAmount maxAmount enabledTransactionTypes requiredCounterpartyFields{name mandatory}}" as DocumentString<CurrencyListQuery, CurrencyListQueryVariables>;

export const SetCurrenciesDocument =
  "mutation SetCurrencies($currencies:[CurrencyConfigInput!]!){updatePlatformConfig(input:{currencies:$currencies}){__typename ...on PlatformConfig{id currencies{...CurrencySettings}}...ErrorParts}}fragment CurrencySettings on CurrencyConfig{currencyCode minAmount maxAmount enabledTransactionTypes requiredCounterpartyFields{name mandatory}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<SetCurrenciesMutation, SetCurrenciesMutationVariables>;

export const WalletSignInSettingsDocument =
  "query WalletSignInSettings{platformConfig{...WalletSignIn}}fragment WalletSignIn on PlatformConfig{id passkeys{rpId origins}oidcIssuers{issuer audiences}}" as DocumentString<WalletSignInSettingsQuery, WalletSignInSettingsQueryVariables>;

export const SetWalletSignInDocument =
  "mutation SetWalletSignIn($input:UpdatePlatformConfigInput!){updatePlatformConfig(input:$input){__typename ...on PlatformConfig{...WalletSignIn}...ErrorParts}}fragment WalletSignIn on PlatformConfig{id passkeys{rpId origins}oidcIssuers{issuer audiences}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<SetWalletSignInMutation, SetWalletSignInMutationVariables>;

export const WebhookKeysDocument =
  "query WebhookKeys{platformConfig{id webhookPublicKeys}}" as DocumentString<WebhookKeysQuery, WebhookKeysQueryVariables>;

export const RotateKeyDocument =
  "mutation RotateKey($immediately:Boolean!){rotateWebhookKey(immediately:$immediately){__typename ...on WebhookKeys{webhookPublicKeys}...ErrorParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<RotateKeyMutation, RotateKeyMutationVariables>;

export const ApprovalRuleSettingsDocument =
  "query ApprovalRuleSettings{platformConfig{id approvals{...RulesParts}}}fragment RulesParts on ApprovalRules{requiredApprovals requireComment preventSelfApproval lateApprovalSeconds thresholds{amount currency requiredApprovals}stepUpAbove{amount currency}notifications{emails notifyApprovers slackWebhookHost}}" as DocumentString<ApprovalRuleSettingsQuery, ApprovalRuleSettingsQueryVariables>;

export const SetApprovalRulesDocument =
  "mutation SetApprovalRules($input:UpdateApprovalRulesInput!){updateApprovalRules(input:$input){__typename ...on ApprovalRules{...RulesParts}...ErrorParts}}fragment RulesParts on ApprovalRules{requiredApprovals requireComment preventSelfApproval lateApprovalSeconds thresholds{amount currency requiredApprovals}stepUpAbove{amount currency}notifications{emails notifyApprovers slackWebhookHost}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<SetApprovalRulesMutation, SetApprovalRulesMutationVariables>;
