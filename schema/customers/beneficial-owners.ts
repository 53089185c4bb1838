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
  'What a person is to a business.',
  beneficialOwnerRoles,
  { UBO: 'Ultimate beneficial owner.', CONTROL_PERSON: 'Controls the business, whatever they own.' },
);

const IdentificationTypeEnum = describedEnum(
  'IdentificationType',
  'What kind of identifier a person has.',
  identificationTypes,
  {
    SSN: 'United States social security number.',
    ITIN: 'United States individual taxpayer number.',
    EIN: 'United States employer number.',
    NON_US_TAX_ID: 'Tax number of another country, which countryOfIssuance names.',
  },
);

const PersonalInfoRef = builder.objectRef<PersonalInfo>('PersonalInfo').implement({
  description: 'Who a person is.',
  fields: (t) => ({
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    middleName: t.string({
      nullable: true,
      description: 'Middle name.',
      resolve: (p) => p.middleName ?? null,
    }),
    lastName: t.exposeString('lastName', {
      description: 'Last name. In the sandbox its last three characters decide the check.',
    }),
    birthDate: t.field({ type: 'Date', description: 'Date of birth.', resolve: (p) => p.birthDate }),
    nationality: t.exposeString('nationality', { description: 'ISO 3166-1 alpha-2.' }),
    email: t.string({ nullable: true, description: 'Email address.', resolve: (p) => p.email ?? null }),
    phoneNumber: t.string({ nullable: true, description: 'E.164.', resolve: (p) => p.phoneNumber ?? null }),
    idType: t.field({
      type: IdentificationTypeEnum,
      description: 'What kind the identifier is.',
      resolve: (p) => p.idType,
    }),
    identifier: t.string({
      description: 'Masked but for its last four characters unless the caller may MANAGE.',
      resolve: (p, _args, context) => (mayManage(context) ? p.identifier : masked(p.identifier)),
    }),
    countryOfIssuance: t.string({
      nullable: true,
      description: 'ISO 3166-1 alpha-2.',
      resolve: (p) => p.countryOfIssuance ?? null,
    }),
    address: t.field({ type: AddressRef, description: 'Where they live.', resolve: (p) => p.address }),
  }),
});

export const BeneficialOwnerRef = builder.objectRef<BeneficialOwner>('BeneficialOwner').implement({
  description: 'A person who owns or controls a business customer.',
  interfaces: [NodeRef],
  fields: (t) => ({
    roles: t.field({
      type: [RoleEnum],
      bound: beneficialOwnerRoles.length,
      description: 'What they are to the business; at least one.',
      resolve: (owner) => [...owner.roles],
    }),
    ownershipPercentage: t.exposeFloat('ownershipPercentage', { description: '0 to 100.' }),
    personalInfo: t.field({
      type: PersonalInfoRef,
      description: 'Who they are.',
      resolve: (o) => o.personalInfo,
    }),
    kycStatus: t.field({
      type: VerificationStatusEnum,
      description: 'Their identity check, which starts by itself.',
      resolve: (owner) => owner.kycStatus,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When they were added.',
      resolve: (o) => o.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When they last changed.',
      resolve: (o) => o.updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      description: 'The business.',
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
    description: 'The people who own or control a business, oldest first; empty for a person.',
    resolve: async (customer, _args, context) => [...((await ownersOfCustomer(context, customer.id)) ?? [])],
  }),
);

const BeneficialOwnerConnection = connectionOf('BeneficialOwner', BeneficialOwnerRef);

builder.queryFields((t) => ({
  beneficialOwner: t.field({
    type: BeneficialOwnerRef,
    nullable: true,
    authScopes: { permission: 'VIEW' },
    description: 'One beneficial owner; null when there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'BeneficialOwner:<uuid>' }) },
    ...accepting({ id: idSchema('BeneficialOwner') }, ({ id }, context) => ownerById(context, id)),
  }),
  beneficialOwners: t.field({
    type: BeneficialOwnerConnection,
    authScopes: { permission: 'VIEW' },
    description: 'The beneficial owners of one business, newest first.',
    args: {
      customerId: t.arg.id({ required: true, description: 'Customer:<uuid> of the business.' }),
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
    'Who a person is. For a new owner firstName, lastName, birthDate, nationality, address, idType and identifier are required.',
  fields: (t) => ({
    firstName: t.string({ description: 'First name, at most 255 characters.' }),
    middleName: t.string({ description: 'Middle name.' }),
    lastName: t.string({ description: 'Last name, at most 255 characters.' }),
    birthDate: t.field({ type: 'Date', description: 'A past date.' }),
    nationality: t.string({ description: 'ISO 3166-1 alpha-2.' }),
    email: t.string({ description: 'Email address.' }),
    phoneNumber: t.string({ description: 'E.164.' }),
    idType: t.field({ type: IdentificationTypeEnum, description: 'What kind the identifier is.' }),
    identifier: t.string({ description: 'At most 64 characters.' }),
    countryOfIssuance: t.string({ description: 'ISO 3166-1 alpha-2; required with NON_US_TAX_ID.' }),
    address: t.field({ type: AddressInput, description: 'Where they live.' }),
  }),
});

const CreateBeneficialOwnerArgs = builder.inputType('CreateBeneficialOwnerInput', {
  description: 'A new owner of a business.',
  fields: (t) => ({
    customerId: t.id({ required: true, description: 'Customer:<uuid> of a business.' }),
    roles: t.field({ type: [RoleEnum], required: true, description: `At least one, at most ${maxChoices}.` }),
    ownershipPercentage: t.float({
      required: true,
      description: '0 to 100; all owners of a business have at most 100 together.',
    }),
    personalInfo: t.field({ type: PersonalInfoInput, required: true, description: 'Who they are.' }),
  }),
});

const UpdateBeneficialOwnerArgs = builder.inputType('UpdateBeneficialOwnerInput', {
  description: 'Only what is given changes. New personal data is checked anew.',
  fields: (t) => ({
    roles: t.field({ type: [RoleEnum], description: `Replaces the list. At most ${maxChoices}.` }),
    ownershipPercentage: t.float({ description: '0 to 100.' }),
    personalInfo: t.field({ type: PersonalInfoInput, description: 'Only what is given in it changes.' }),
  }),
});

builder.mutationFields((t) => ({
  createBeneficialOwner: t.errorUnionField({
    description: 'Adds an owner to a business; their identity check starts by itself.',
    authScopes: { permission: 'MANAGE' },
    args: { input: t.arg({ type: CreateBeneficialOwnerArgs, required: true, description: 'The owner.' }) },
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
    description: 'Changes an owner of a business.',
    authScopes: { permission: 'MANAGE' },
    args: {
      id: t.arg.id({ required: true, description: 'BeneficialOwner:<uuid>' }),
      input: t.arg({ type: UpdateBeneficialOwnerArgs, required: true, description: 'What changes.' }),
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
