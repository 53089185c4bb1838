/** The customer: an individual or a business. Source: docs/behaviour/customers.md#customer and docs/behaviour/customers.md#individuals-and-businesses. */
import { Conflict, Forbidden, NotFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import type { Address } from '../kernel/parse.ts';
import type { VerificationStatus } from './identity-status.ts';

export const customerTypes = ['INDIVIDUAL', 'BUSINESS'] as const;
export type CustomerType = (typeof customerTypes)[number];

export interface BusinessInfo {
  readonly legalName: string;
  readonly doingBusinessAs?: string | undefined;
  readonly country?: string | undefined;
  readonly registrationNumber?: string | undefined;
  readonly taxId?: string | undefined;
  readonly incorporatedOn?: string | undefined;
  readonly entityType?: string | undefined;
  readonly businessType?: string | undefined;
}

export interface Customer {
  readonly id: Id<'Customer'>;
  readonly platformCustomerId: string;
  readonly customerType: CustomerType;
  readonly umaAddress: string;
  readonly region: string | undefined;
  readonly currencies: readonly string[];
  readonly email: string | undefined;
  /** Individuals only. */
  readonly kycStatus: VerificationStatus | undefined;
  /** Businesses only. */
  readonly kybStatus: VerificationStatus | undefined;
  readonly fullName: string | undefined;
  readonly birthDate: string | undefined;
  readonly nationality: string | undefined;
  readonly address: Address | undefined;
  readonly businessInfo: BusinessInfo | undefined;
  readonly isDeleted: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The name that a screen shows of a customer: the registered name of a business, the full name of a person. */
export const customerName = ({
  businessInfo,
  fullName,
}: Pick<Customer, 'businessInfo' | 'fullName'>): string | undefined => businessInfo?.legalName ?? fullName;

/** The caller can see no such customer. */
export class CustomerNotFound extends NotFound {
  override readonly name = 'CustomerNotFound';
  constructor(id?: string) {
    super('USER_NOT_FOUND', 'The customer does not exist.', id);
  }
}

/** The customer is deleted. Status 410 over REST. */
export class CustomerDeleted extends Conflict {
  override readonly name = 'CustomerDeleted';
  constructor() {
    super('The customer is deleted.', { code: 'CUSTOMER_DELETED', httpStatus: 410 });
  }
}

/** The customer's identity check is not approved, so the customer cannot send or receive money. */
export class UserNotReady extends Forbidden {
  override readonly name = 'UserNotReady';
  constructor() {
    super("The customer's identity check is not approved.", { code: 'USER_NOT_READY' });
  }
}

/** Another customer of the deployment has this UMA address; the error does not say whose customer. */
export class UmaAddressExists extends Conflict {
  override readonly name = 'UmaAddressExists';
  constructor() {
    super('The UMA address is not available.', { code: 'UMA_ADDRESS_EXISTS' });
  }
}

/** Another customer's EMAIL_OTP credential has this address. */
export class EmailTaken extends Conflict {
  override readonly name = 'EmailTaken';
  constructor() {
    super("Another customer's EMAIL_OTP credential has this email address.", {
      code: 'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    });
  }
}

/** EMAIL_OTP credentials were added or removed between the challenge and the signed retry. */
export class EmailCredentialsChanged extends Conflict {
  override readonly name = 'EmailCredentialsChanged';
  constructor() {
    super("The customer's EMAIL_OTP credentials have changed. Start again.", {
      code: 'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    });
  }
}

/** The customer has a balance or a payment in progress, so it cannot be deleted. */
export class CustomerHoldsMoney extends Conflict {
  override readonly name = 'CustomerHoldsMoney';
  constructor() {
    super('The customer still holds money, or has a payment that is not finished.', {
      reason: 'Balance not zero or payment not finished',
    });
  }
}

/** Whether the customer can send and receive money: not deleted, identity check approved. */
export function readyToTransact(customer: Customer): true | CustomerDeleted | UserNotReady {
  if (customer.isDeleted) return new CustomerDeleted();
  return (customer.kycStatus ?? customer.kybStatus) === 'APPROVED' ? true : new UserNotReady();
}
