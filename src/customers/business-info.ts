/** Company data of a business customer. `legalName` is required the first time. Source: docs/behaviour/customers.md#individuals-and-businesses. */
import { z } from 'zod';
import { calendarDate, countryCode, oneOf, optional, text } from '../kernel/parse.ts';

export const entityTypes = [
  'SOLE_PROPRIETORSHIP',
  'PARTNERSHIP',
  'LLC',
  'CORPORATION',
  'S_CORPORATION',
  'NON_PROFIT',
  'OTHER',
] as const;

/** Industry sectors. */
export const businessTypes = [
  'AGRICULTURE_FORESTRY_FISHING_AND_HUNTING',
  'MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION',
  'UTILITIES',
  'CONSTRUCTION',
  'MANUFACTURING',
  'WHOLESALE_TRADE',
  'RETAIL_TRADE',
  'TRANSPORTATION_AND_WAREHOUSING',
  'INFORMATION',
  'FINANCE_AND_INSURANCE',
  'REAL_ESTATE_AND_RENTAL_AND_LEASING',
  'PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES',
  'MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES',
  'ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES',
  'EDUCATIONAL_SERVICES',
  'HEALTH_CARE_AND_SOCIAL_ASSISTANCE',
  'ARTS_ENTERTAINMENT_AND_RECREATION',
  'ACCOMMODATION_AND_FOOD_SERVICES',
  'OTHER_SERVICES',
  'PUBLIC_ADMINISTRATION',
] as const;

export const businessInfo = z.object({
  legalName: optional(text(255)),
  doingBusinessAs: optional(text(255)),
  country: optional(countryCode),
  registrationNumber: optional(text(100)),
  taxId: optional(text(100)),
  incorporatedOn: optional(calendarDate),
  entityType: optional(oneOf(entityTypes)),
  businessType: optional(oneOf(businessTypes)),
});
