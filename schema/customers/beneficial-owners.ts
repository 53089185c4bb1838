/** Beneficial owners: the people who own or control a business. */

import {
  type BeneficialOwner,
  beneficialOwnerRoles,
  CreateBeneficialOwnerInput,
  identificationTypes,
  maxOwnersOfBusiness,
  type PersonalInfo,
  UpdateBeneficialOwnerInput,
} from '../../src/customers/beneficial-owners/beneficial-owner.ts';
import { createBeneficialOwner } from '../../src/customers/beneficial-owners/create-beneficial-owner.ts';
import {
  countOwners,
  findOwners,
  listOwners,
  ownersOf,
} from '../../src/customers/beneficial-owners/owner-store.ts';
import { updateBeneficialOwner } from '../../src/customers/beneficial-owners/update-beneficial-owner.ts';
import { Conflict, Forbidden, InvalidInput, invariant, NotFound } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { masked } from '../../src/kernel/mask.ts';
import { listName } from '../../src/kernel/page.ts';
import { accepting } from '../core/accepting.ts';
import { AddressInput, AddressRef } from '../core/addresses.ts';
import { builder } from '../core/builder.ts';
import { connect, connectionOf, pageArguments, pageShape } from '../core/connections.ts';
import { batched, byId, mayManage, platformOf, visibleIf, visibleTo } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CustomerRef, customerById } from './customers.ts';
import { VerificationStatusEnum } from './enums.ts';

const ownerById = batched<Id<'BeneficialOwner'>, BeneficialOwner>('ownerById', async (context, ids) =>
  byId(await findOwners(context.ports.db.orm, visibleTo(context), ids)),
);

const ownersOfCustomer = batched<Id<'Customer'>, readonly BeneficialOwner[]>(
  'ownersOfCustomer',
  (context, ids) => ownersOf(context.ports.db.orm, visibleIf(context, 'VIEW'), ids),
);

const RoleEnum = describedEnum(
  'BeneficialOwnerRole',
  'Role of a person in a business.',
  beneficialOwnerRoles,
  {
    UBO: 'Ultimate beneficial owner.',
    CONTROL_PERSON: 'Person who controls the business, independent of ownership.',
  },
);

const IdentificationTypeEnum = describedEnum(
  'IdentificationType',
  "Type of a person's identifier.",
  identificationTypes,
  {
    SSN: 'United States social security number.',
    ITIN: 'United States individual taxpayer number.',
    EIN: 'United States employer number.',
    NON_US_TAX_ID: 'Tax number of another country, given in countryOfIssuance.',
  },
);

const PersonalInfoRef = builder.objectRef<PersonalInfo>('PersonalInfo').implement({
  description: 'Personal data of a beneficial owner.',
  fields: (t) => ({
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    middleName: t.string({
      nullable: true,
      description: 'Middle name.',
      resolve: (p) => p.middleName ?? null,
    }),
    lastName: t.exposeString('lastName', {
      description: 'Last name. In the sandbox its last three characters select the verification result.',
    }),
    birthDate: t.field({ type: 'Date', description: 'Date of birth.', resolve: (p) => p.birthDate }),
    nationality: t.exposeString('nationality', { description: 'Nationality, ISO 3166-1 alpha-2.' }),
    email: t.string({ nullable: true, description: 'Email address.', resolve: (p) => p.email ?? null }),
    phoneNumber: t.string({
      nullable: true,
      description: 'Phone number in E.164 format.',
      resolve: (p) => p.phoneNumber ?? null,
    }),
    idType: t.field({
      type: IdentificationTypeEnum,
      description: 'Type of the identifier.',
      resolve: (p) => p.idType,
    }),
    identifier: t.string({
      description:
        'Identifier. Masked except for its last four characters unless the caller has the permission MANAGE.',
      resolve: (p, _args, context) => (mayManage(context) ? p.identifier : masked(p.identifier)),
    }),
    countryOfIssuance: t.string({
      nullable: true,
      description: 'Country that issued the identifier, ISO 3166-1 alpha-2.',
      resolve: (p) => p.countryOfIssuance ?? null,
    }),
    address: t.field({ type: AddressRef, description: 'Residential address.', resolve: (p) => p.address }),
  }),
});

const BeneficialOwnerRef = builder.objectRef<BeneficialOwner>('BeneficialOwner').implement({
  description: 'A person who owns or controls a business customer.',
  interfaces: [NodeRef],
  fields: (t) => ({
    roles: t.field({
      type: [RoleEnum],
      bound: beneficialOwnerRoles.length,
      description: 'Roles in the business, at least one.',
      resolve: (owner) => [...owner.roles],
    }),
    ownershipPercentage: t.exposeFloat('ownershipPercentage', {
      description: 'Share of the business in percent, 0 to 100.',
    }),
    personalInfo: t.field({
      type: PersonalInfoRef,
      description: 'Personal data.',
      resolve: (o) => o.personalInfo,
    }),
    kycStatus: t.field({
      type: VerificationStatusEnum,
      description: 'Status of the identity check, which starts automatically.',
      resolve: (owner) => owner.kycStatus,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (o) => o.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: (o) => o.updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      description: 'The business that the person owns or controls.',
      resolve: async (owner, _args, context) => {
        const customer = await customerById(context, owner.customerId);
        invariant(customer, 'the customer of an owner exists');
        return customer;
      },
    }),
  }),
});

registerNode('BeneficialOwner', 'BeneficialOwner', ownerById, 'VIEW');

builder.objectField(CustomerRef, 'beneficialOwners', (t) =>
  t.field({
    type: [BeneficialOwnerRef],
    bound: maxOwnersOfBusiness,
    description: 'Beneficial owners of a business, oldest first. Empty if the customer is a person.',
    resolve: async (customer, _args, context) => [...((await ownersOfCustomer(context, customer.id)) ?? [])],
  }),
);

const BeneficialOwnerConnection = connectionOf('BeneficialOwner', BeneficialOwnerRef, {
  createdIn: ({ customerId }) => listName('beneficialOwners', { customerId }),
});

builder.queryFields((t) => ({
  beneficialOwner: t.field({
    type: BeneficialOwnerRef,
    nullable: true,
    authScopes: { permission: 'VIEW' },
    description: 'Returns one beneficial owner; null if the caller can see no beneficial owner with this id.',
    args: { id: t.arg.id({ required: true, description: 'BeneficialOwner:<uuid>' }) },
    ...accepting({ id: idSchema('BeneficialOwner') }, ({ id }, context) => ownerById(context, id)),
  }),
  beneficialOwners: t.field({
    type: BeneficialOwnerConnection,
    authScopes: { permission: 'VIEW' },
    description: 'Beneficial owners of one business, newest first.',
    args: {
      customerId: t.arg.id({ required: true, description: 'The business, Customer:<uuid>.' }),
      ...pageArguments(t),
    },
    ...accepting({ customerId: idSchema('Customer'), ...pageShape }, ({ customerId, ...page }, context) => {
      const { orm } = context.ports.db;
      const scope = visibleTo(context);
      return connect(
        'beneficialOwners',
        { customerId },
        page,
        (request) => listOwners(orm, scope, customerId, request),
        (db) => countOwners(db, scope, customerId),
      );
    }),
  }),
}));

const PersonalInfoInput = builder.inputType('PersonalInfoInput', {
  description:
    'Personal data of a beneficial owner. A new owner requires firstName, lastName, birthDate, nationality, address, idType and identifier.',
  fields: (t) => ({
    firstName: t.string({ description: 'First name, at most 255 characters.' }),
    middleName: t.string({ description: 'Middle name, at most 255 characters.' }),
    lastName: t.string({ description: 'Last name, at most 255 characters.' }),
    birthDate: t.field({ type: 'Date', description: 'Date of birth, in the past.' }),
    nationality: t.string({ description: 'Nationality, ISO 3166-1 alpha-2.' }),
    email: t.string({ description: 'Email address.' }),
    phoneNumber: t.string({ description: 'Phone number in E.164 format.' }),
    idType: t.field({ type: IdentificationTypeEnum, description: 'Type of the identifier.' }),
    identifier: t.string({ description: 'Identifier, at most 64 characters.' }),
    countryOfIssuance: t.string({
      description: 'Country that issued the identifier, ISO 3166-1 alpha-2. Required with NON_US_TAX_ID.',
    }),
    address: t.field({ type: AddressInput, description: 'Residential address.' }),
  }),
});

const CreateBeneficialOwnerArgs = builder.inputType('CreateBeneficialOwnerInput', {
  description: 'Input of createBeneficialOwner.',
  fields: (t) => ({
    customerId: t.id({ required: true, description: 'The business, Customer:<uuid>.' }),
    roles: t.field({
      type: [RoleEnum],
      required: true,
      description: `Roles in the business, at least one and at most ${maxChoices}.`,
    }),
    ownershipPercentage: t.float({
      required: true,
      description:
        'Share of the business in percent, 0 to 100. The sum for all owners of a business is at most 100.',
    }),
    personalInfo: t.field({ type: PersonalInfoInput, required: true, description: 'Personal data.' }),
  }),
});

const UpdateBeneficialOwnerArgs = builder.inputType('UpdateBeneficialOwnerInput', {
  description:
    'Input of updateBeneficialOwner. Omitted fields stay unchanged. Changed personal data starts a new identity check.',
  fields: (t) => ({
    roles: t.field({
      type: [RoleEnum],
      description: `Roles in the business, at most ${maxChoices}. Replaces the list.`,
    }),
    ownershipPercentage: t.float({ description: 'Share of the business in percent, 0 to 100.' }),
    personalInfo: t.field({
      type: PersonalInfoInput,
      description: 'Personal data to change. Omitted fields stay unchanged.',
    }),
  }),
});

builder.mutationFields((t) => ({
  createBeneficialOwner: t.errorUnionField({
    description: 'Creates a beneficial owner of a business. The identity check starts automatically.',
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: CreateBeneficialOwnerArgs, required: true, description: 'The owner to create.' }),
    },
    types: [BeneficialOwnerRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'CreateBeneficialOwnerResult',
      description: 'Result of createBeneficialOwner.',
      resolveType: () => BeneficialOwnerRef,
    },
    ...accepting({ input: CreateBeneficialOwnerInput }, ({ input }, context) =>
      createBeneficialOwner(context.ports, platformOf(context), input),
    ),
  }),
  updateBeneficialOwner: t.errorUnionField({
    description: 'Updates a beneficial owner of a business.',
    authScopes: { permission: 'MANAGE' },
    args: {
      id: t.arg.id({ required: true, description: 'BeneficialOwner:<uuid>' }),
      input: t.arg({ type: UpdateBeneficialOwnerArgs, required: true, description: 'Fields to change.' }),
    },
    types: [BeneficialOwnerRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'UpdateBeneficialOwnerResult',
      description: 'Result of updateBeneficialOwner.',
      resolveType: () => BeneficialOwnerRef,
    },
    ...accepting(
      { id: idSchema('BeneficialOwner'), input: UpdateBeneficialOwnerInput },
      ({ id, input }, context) => updateBeneficialOwner(context.ports, platformOf(context), id, input),
    ),
  }),
}));
