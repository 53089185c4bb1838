/**
 * The response bodies of customers and beneficial owners.
 *
 * Source: docs/behaviour/customers.md#customer, docs/behaviour/customers.md#individuals-and-businesses,
 * docs/behaviour/customers.md#beneficial-owners.
 */

import { masked } from '../kernel/mask.ts';
import { instantView, type JsonBody } from '../kernel/view.ts';
import type { BeneficialOwner } from './beneficial-owners/beneficial-owner.ts';
import type { Customer } from './customer.ts';

/** @param identifiers `masked` for callers without MANAGE, and for webhooks, whose bodies are logged by both sides. */
export function beneficialOwnerView(owner: BeneficialOwner, identifiers: 'shown' | 'masked'): JsonBody {
  const { identifier, ...info } = owner.personalInfo;
  return {
    id: owner.id,
    customerId: owner.customerId,
    roles: owner.roles,
    ownershipPercentage: owner.ownershipPercentage,
    personalInfo: {
      ...info,
      identifier: identifiers === 'shown' ? identifier : masked(identifier),
    },
    kycStatus: owner.kycStatus,
    createdAt: instantView(owner.createdAt),
    updatedAt: instantView(owner.updatedAt),
  };
}

/** The customer in the body of an event. */
export function customerFromView(body: Readonly<Record<string, unknown>>): Customer {
  const customer = body as unknown as Customer;
  return {
    ...customer,
    createdAt: new Date(customer.createdAt),
    updatedAt: new Date(customer.updatedAt),
  };
}

/** @param owners of a business; ignored for an individual. */
export function customerView(
  customer: Customer,
  owners: readonly BeneficialOwner[] | undefined,
  identifiers: 'shown' | 'masked',
): JsonBody {
  return {
    id: customer.id,
    platformCustomerId: customer.platformCustomerId,
    customerType: customer.customerType,
    umaAddress: customer.umaAddress,
    region: customer.region,
    currencies: customer.currencies,
    email: customer.email,
    kycStatus: customer.kycStatus,
    kybStatus: customer.kybStatus,
    fullName: customer.fullName,
    birthDate: customer.birthDate,
    nationality: customer.nationality,
    address: customer.address,
    businessInfo: customer.businessInfo,
    beneficialOwners:
      customer.customerType === 'BUSINESS'
        ? (owners ?? []).map((owner) => beneficialOwnerView(owner, identifiers))
        : undefined,
    isDeleted: customer.isDeleted,
    createdAt: instantView(customer.createdAt),
    updatedAt: instantView(customer.updatedAt),
  };
}
