/**
 * The GraphQL types of external accounts, generated from the table of account types: for each row an object type, an input
 * type and a field of the one-of input.
 */

import type { FieldDefinition, FieldName } from '../../src/accounts/external/account-field.ts';
import type { AccountInfo } from '../../src/accounts/external/account-info.ts';
import {
  type AccountTypeRow,
  entriesOf,
  fieldsOf,
  isWallet,
} from '../../src/accounts/external/account-type-row.ts';
import { accountTypes, graphqlNames } from '../../src/accounts/external/account-types.ts';
import { type Beneficiary, documentTypes } from '../../src/accounts/external/beneficiary.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { paymentRails } from '../../src/ledger/payment-rails.ts';
import { AddressInput, AddressRef } from '../core/addresses.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { AccountTypeEnum, PaymentRailEnum } from './enums.ts';

const BankAccountTypeEnum = describedEnum(
  'BankAccountType',
  'Type of bank account.',
  ['CHECKING', 'SAVINGS'],
  {
    CHECKING: 'Checking account.',
    SAVINGS: 'Savings account.',
  },
);

const PixKeyTypeEnum = describedEnum(
  'PixKeyType',
  'Type of PIX key that identifies the account.',
  ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'],
  {
    CPF: 'CPF: tax number of a person.',
    CNPJ: 'CNPJ: tax number of a company.',
    EMAIL: 'An email address.',
    PHONE: 'A phone number.',
    RANDOM: 'Random key (EVP) assigned by the central bank.',
  },
);

const DocumentTypeEnum = describedEnum(
  'BeneficiaryDocumentType',
  "Type of the beneficiary's identity document, in Colombia.",
  documentTypes,
  {
    CC: 'Citizenship card (cédula de ciudadanía).',
    CE: 'Foreigner identity card (cédula de extranjería).',
    TI: 'Identity card of a minor (tarjeta de identidad).',
    NIT: 'Tax identification number.',
    PP: 'Passport.',
  },
);

export const BeneficiaryTypeEnum = describedEnum(
  'BeneficiaryType',
  'Type of beneficiary.',
  ['INDIVIDUAL', 'BUSINESS'],
  {
    INDIVIDUAL: 'A person.',
    BUSINESS: 'A company.',
  },
);

type TextFields = Partial<
  Record<
    | 'fullName'
    | 'legalName'
    | 'birthDate'
    | 'nationality'
    | 'email'
    | 'phoneNumber'
    | 'countryOfResidence'
    | 'registrationNumber'
    | 'taxId'
    | 'documentType'
    | 'documentNumber',
    string
  >
>;

const BeneficiaryRef = builder.objectRef<Beneficiary>('Beneficiary').implement({
  description: 'Holder of an external account.',
  fields: (t) => {
    const text = (name: keyof TextFields, description: string) =>
      t.string({
        nullable: true,
        description,
        resolve: (beneficiary) => (beneficiary as TextFields)[name] ?? null,
      });
    return {
      beneficiaryType: t.field({
        type: BeneficiaryTypeEnum,
        description: 'Whether the holder is a person or a company.',
        resolve: (beneficiary) => beneficiary.beneficiaryType,
      }),
      fullName: text('fullName', 'Full name of a person; null for a company.'),
      legalName: text('legalName', 'Registered name of a company; null for a person.'),
      birthDate: t.field({
        type: 'Date',
        nullable: true,
        description: 'Date of birth of a person; null for a company.',
        resolve: (beneficiary) => (beneficiary as TextFields).birthDate ?? null,
      }),
      nationality: text('nationality', 'Nationality, ISO 3166-1 alpha-2.'),
      email: text('email', 'Email address. Masked unless the caller has the permission MANAGE.'),
      phoneNumber: text(
        'phoneNumber',
        'Phone number in E.164 format. Masked unless the caller has the permission MANAGE.',
      ),
      countryOfResidence: text('countryOfResidence', 'Country of residence, ISO 3166-1 alpha-2.'),
      registrationNumber: text('registrationNumber', 'Registration number in the commercial register.'),
      taxId: text('taxId', 'Tax number. Masked unless the caller has the permission MANAGE.'),
      documentType: t.field({
        type: DocumentTypeEnum,
        nullable: true,
        description: 'Type of the identity document.',
        resolve: (beneficiary) => ('documentType' in beneficiary && beneficiary.documentType) || null,
      }),
      documentNumber: text(
        'documentNumber',
        'Number of the identity document. Masked unless the caller has the permission MANAGE.',
      ),
      address: t.field({
        type: AddressRef,
        nullable: true,
        description: 'Postal address.',
        resolve: (beneficiary) => beneficiary.address ?? null,
      }),
    };
  },
});

const contact = {
  email: 'Email address.',
  phoneNumber: 'Phone number in E.164 format.',
  countryOfResidence: 'Country of residence, ISO 3166-1 alpha-2.',
} as const;

const IndividualBeneficiaryInput = builder.inputType('IndividualBeneficiaryInput', {
  description:
    'A person who holds the account. Which fields are required in addition to the name depends on the account type.',
  fields: (t) => ({
    fullName: t.string({ required: true, description: 'Full name, at most 255 characters.' }),
    birthDate: t.field({ type: 'Date', description: 'Date of birth, in the past.' }),
    nationality: t.string({ description: 'Nationality, ISO 3166-1 alpha-2.' }),
    email: t.string({ description: contact.email }),
    phoneNumber: t.string({ description: contact.phoneNumber }),
    countryOfResidence: t.string({ description: contact.countryOfResidence }),
    registrationNumber: t.string({ description: 'Registration number. Only for account types that use it.' }),
    documentType: t.field({
      type: DocumentTypeEnum,
      description: 'Type of the identity document. Only for account types that use it.',
    }),
    documentNumber: t.string({
      description: 'Number of the identity document. Only for account types that use it.',
    }),
    address: t.field({ type: AddressInput, description: 'Postal address.' }),
  }),
});

const BusinessBeneficiaryInput = builder.inputType('BusinessBeneficiaryInput', {
  description: 'A company that holds the account.',
  fields: (t) => ({
    legalName: t.string({ required: true, description: 'Registered name, at most 255 characters.' }),
    registrationNumber: t.string({ description: 'Registration number in the commercial register.' }),
    taxId: t.string({ description: 'Tax number.' }),
    email: t.string({ description: contact.email }),
    phoneNumber: t.string({ description: contact.phoneNumber }),
    countryOfResidence: t.string({ description: contact.countryOfResidence }),
    address: t.field({ type: AddressInput, description: 'Postal address.' }),
  }),
});

const BeneficiaryInput = builder.inputType('BeneficiaryInput', {
  description: 'Holder of the account: provide exactly one of the two fields.',
  isOneOf: true,
  fields: (t) => ({
    individual: t.field({ type: IndividualBeneficiaryInput, description: 'The holder is a person.' }),
    business: t.field({ type: BusinessBeneficiaryInput, description: 'The holder is a company.' }),
  }),
});

const enumOf = ({ enumName }: FieldDefinition) =>
  enumName === 'BankAccountType'
    ? BankAccountTypeEnum
    : enumName === 'PixKeyType'
      ? PixKeyTypeEnum
      : undefined;

export const AccountInfoRef = builder.interfaceRef<AccountInfo>('AccountInfo').implement({
  description:
    'The identifiers of an external account, one object type for each account type. Identifiers are masked except for their last four characters unless the caller has the permission MANAGE.',
  fields: (t) => ({
    accountType: t.field({
      type: AccountTypeEnum,
      description: 'Account type. It determines the object type.',
      resolve: (info) => info.accountType,
    }),
  }),
  resolveType: (info) => graphqlNames(info.accountType).type,
});

function currencyNames({ currencies, type }: AccountTypeRow): string {
  return currencies === 'any fiat' ? 'any fiat currency' : currencies.join(', ') || type;
}

function declareObject(row: AccountTypeRow): void {
  builder.objectRef<AccountInfo>(graphqlNames(row.type).type).implement({
    description: `${row.type}: an account for ${currencyNames(row)}.`,
    interfaces: [AccountInfoRef],
    fields: (t) => {
      const own = Object.fromEntries(
        entriesOf(fieldsOf(row)).map(([name, field]: [FieldName, FieldDefinition]) => [
          name,
          t.field({
            type: (enumOf(field) ?? 'String') as 'String',
            nullable: row.required?.[name] === undefined,
            description: field.description,
            resolve: (info) => (info[name] ?? null) as string,
          }),
        ]),
      );
      if (isWallet(row)) return own;
      return {
        ...own,
        paymentRails: t.field({
          type: [PaymentRailEnum],
          bound: paymentRails.length,
          description: 'Rails that can pay the account.',
          resolve: (info) => [...info.paymentRails],
        }),
        beneficiary: t.field({
          type: BeneficiaryRef,
          description: 'Holder of the account.',
          resolve: (info) => info.beneficiary as Beneficiary,
        }),
      };
    },
  });
}

function declareInput(row: AccountTypeRow) {
  return builder.inputType(graphqlNames(row.type).input, {
    description: `${row.type}: an account for ${currencyNames(row)}.`,
    fields: (t) => {
      const own = Object.fromEntries(
        entriesOf(fieldsOf(row)).map(([name, field]: [FieldName, FieldDefinition]) => [
          name,
          t.field({
            type: (enumOf(field) ?? 'String') as 'String',
            required: row.required?.[name] !== undefined,
            description: `${field.description} Must be ${field.shape}.`,
          }),
        ]),
      );
      if (isWallet(row)) return own;
      return {
        ...own,
        paymentRails: t.field({
          type: [PaymentRailEnum],
          description: `Restricts payments to these rails, at most ${maxChoices}. Default: all rails of the account type.`,
        }),
        beneficiary: t.field({
          type: BeneficiaryInput,
          required: true,
          description: 'Holder of the account.',
        }),
      };
    },
  });
}

for (const row of accountTypes) declareObject(row);
const inputs = accountTypes.map((row) => ({ row, input: declareInput(row) }));

export const AccountInfoInput = builder.inputType('AccountInfoInput', {
  description: 'Account details, one field for each account type: provide exactly one.',
  isOneOf: true,
  fields: (t) =>
    Object.fromEntries(
      inputs.map(({ row, input }) => [
        graphqlNames(row.type).field,
        t.field({
          type: input,
          description: `Details of a ${row.type} account, for ${currencyNames(row)}.`,
        }),
      ]),
    ),
});
