/** The party fields of the beneficiary of a bank account. */

import type { PartyFields } from '../../platforms/party-fields.ts';
import { oneLine } from '../../platforms/party-fields.ts';
import type { Beneficiary } from './beneficiary.ts';

export const beneficiaryFields = (beneficiary: Beneficiary): PartyFields => ({
  USER_TYPE: beneficiary.beneficiaryType,
  EMAIL: beneficiary.email,
  PHONE_NUMBER: beneficiary.phoneNumber,
  POSTAL_ADDRESS: beneficiary.address && oneLine(beneficiary.address),
  COUNTRY_OF_RESIDENCE: beneficiary.countryOfResidence ?? beneficiary.address?.country,
  REGISTRATION_NUMBER: beneficiary.registrationNumber,
  ...(beneficiary.beneficiaryType === 'INDIVIDUAL'
    ? {
        FULL_NAME: beneficiary.fullName,
        BIRTH_DATE: beneficiary.birthDate,
        NATIONALITY: beneficiary.nationality,
      }
    : {
        FULL_NAME: beneficiary.legalName,
        COMPANY_LEGAL_NAME: beneficiary.legalName,
        TAX_ID: beneficiary.taxId,
      }),
});
