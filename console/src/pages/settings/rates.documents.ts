// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type { ErrorParts_ForbiddenError_Fragment, ErrorParts_InvalidInputError_Fragment } from '../../api/shared.documents.ts';
import type * as types from '@payments-platform/client/operations';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

export type FeePartsFragment = { readonly fixed: number | null, readonly variableRate: string | null, readonly counterpartyFixed: number | null };

export type CorridorPartsFragment = { readonly sending: string, readonly receiving: string, readonly spread: string | null, readonly fees: FeePartsFragment };

export type RateSettingsPartsFragment = { readonly spread: string, readonly fees: FeePartsFragment, readonly corridors: ReadonlyArray<CorridorPartsFragment> };

export type RateSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type RateSettingsQuery = { readonly platformConfig: { readonly id: string, readonly currencies: ReadonlyArray<{ readonly currencyCode: string }>, readonly rates: RateSettingsPartsFragment } };

export type SetRateSettingsMutationVariables = Exact<{
  input: types.UpdateRateSettingsInput;
}>;


export type SetRateSettingsMutation = { readonly updateRateSettings:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ErrorParts_ForbiddenError_Fragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & ErrorParts_InvalidInputError_Fragment
    )
    | (
      { readonly __typename: 'RateSettings' }
      & RateSettingsPartsFragment
    )
   };

export type CurrentRateQueryVariables = Exact<{
  sending: string;
  receiving: string;
}>;


export type CurrentRateQuery = { readonly exchangeRates: ReadonlyArray<{ readonly exchangeRate: number, readonly updatedAt: string }> };

export type RateHistoryQueryVariables = Exact<{
  sending: string;
  receiving: string;
  since: string;
}>;


export type RateHistoryQuery = { readonly exchangeRateHistory: { readonly pageInfo: { readonly hasNextPage: boolean }, readonly nodes: ReadonlyArray<{ readonly exchangeRate: number, readonly rateSource: string, readonly publishedAt: string, readonly fetchedAt: string }> } };

export const RateSettingsDocument =
  "query RateSettings{platformConfig{id currencies{currencyCode}rates{...RateSettingsParts}}}fragment RateSettingsParts on RateSettings{spread fees{...FeeParts}corridors{...CorridorParts}}fragment FeeParts on PlatformFees{fixed variableRate counterpartyFixed}fragment CorridorParts on RateCorridor{sending receiving spread fees{...FeeParts}}" as DocumentString<RateSettingsQuery, RateSettingsQueryVariables>;

export const SetRateSettingsDocument =
  "mutation SetRateSettings($input:UpdateRateSettingsInput!){updateRateSettings(input:$input){__typename ...on RateSettings{...RateSettingsParts}...ErrorParts}}fragment RateSettingsParts on RateSettings{spread fees{...FeeParts}corridors{...CorridorParts}}fragment FeeParts on PlatformFees{fixed variableRate counterpartyFixed}fragment CorridorParts on RateCorridor{sending receiving spread fees{...FeeParts}}fragment ErrorParts on ServiceError{__typename message errorCode ...on InvalidInputError{fields{path message}}}" as DocumentString<SetRateSettingsMutation, SetRateSettingsMutationVariables>;

export const CurrentRateDocument =
  "query CurrentRate($sending:String!$receiving:String!){exchangeRates(sourceCurrency:$sending destinationCurrencies:[$receiving]){exchangeRate updatedAt}}" as DocumentString<CurrentRateQuery, CurrentRateQueryVariables>;

export const RateHistoryDocument =
  "query RateHistory($sending:String!$receiving:String!$since:DateTime!){exchangeRateHistory(sourceCurrency:$sending destinationCurrency:$receiving since:$since first:100){pageInfo{hasNextPage}nodes{exchangeRate rateSource publishedAt fetchedAt}}}" as DocumentString<RateHistoryQuery, RateHistoryQueryVariables>;
