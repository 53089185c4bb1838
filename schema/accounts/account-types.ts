/**
 * The GraphQL types of external accounts, made from the table of account types: for each row an object type, an input
 * type, and a field of the one-of input. A new corridor is one row there and nothing here.
 */

import type { FieldDefinition, FieldName } from '../../src/accounts/external/account-field.ts';
import type { AccountInfo } from '../../src/accounts/external/account-info.ts';
import {
  type AccountTypeRow,
  accountTypes,
  entriesOf,
  fieldsOf,
  graphqlNames,
  isWallet,
} from '../../src/accounts/external/account-types.ts';
import { type Beneficiary, documentTypes } from '../../src/accounts/external/beneficiary.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { paymentRails } from '../../src/ledger/payment-rails.ts';
import { AddressInput, AddressRef } from '../core/addresses.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { AccountTypeEnum, PaymentRailEnum } from './enums.ts';

export const BankAccountTypeEnum = describedEnum(
  'BankAccountType',
  'Kind of bank account.',
  ['CHECKING', 'SAVINGS'],
  {
    CHECKING: 'For payments.',
    SAVINGS: 'For saving.',
  },
);

const PixKeyTypeEnum = describedEnum(
  'PixKeyType',
  'What kind of PIX key identifies the account.',
  ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'],
  {
    CPF: "A person's tax number.",
    CNPJ: "A company's tax number.",
    EMAIL: 'An email address.',
    PHONE: 'A phone number.',
    RANDOM: 'A random key of the central bank.',
  },
);

const DocumentTypeEnum = describedEnum(
  'BeneficiaryDocumentType',
  "Kind of the beneficiary's identity document, in Colombia.",
  documentTypes,
  {
    CC: 'Citizenship card.',
    CE: 'Foreigner card.',
    TI: 'Identity card of a minor.',
    NIT: 'Tax number.',
    PP: 'Passport.',
  },
);

const BeneficiaryTypeEnum = describedEnum(
  'BeneficiaryType',
  'Kind of beneficiary.',
  ['INDIVIDUAL', 'BUSINESS'],
  {
    INDIVIDUAL: 'A person.',
    BUSINESS: 'A company.',
  },
);

type Told = Partial<
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
  description: 'Whom a bank account belongs to.',
  fields: (t) => {
    const told = (name: keyof Told, description: string) =>
      t.string({
        nullable: true,
        description,
        resolve: (beneficiary) => (beneficiary as Told)[name] ?? null,
      });
    return {
      beneficiaryType: t.field({
        type: BeneficiaryTypeEnum,
        description: 'Person or company.',
        resolve: (beneficiary) => beneficiary.beneficiaryType,
      }),
      fullName: told('fullName', "A person's full name; null for a company."),
      legalName: told('legalName', "A company's registered name; null for a person."),
      birthDate: t.field({
        type: 'Date',
        nullable: true,
        description: "A person's date of birth.",
        resolve: (beneficiary) => (beneficiary as Told).birthDate ?? null,
      }),
      nationality: told('nationality', 'ISO 3166-1 alpha-2.'),
      email: told('email', 'Masked unless the caller may MANAGE.'),
      phoneNumber: told('phoneNumber', 'E.164. Masked unless the caller may MANAGE.'),
      countryOfResidence: told('countryOfResidence', 'ISO 3166-1 alpha-2.'),
      registrationNumber: told('registrationNumber', 'Number in a register.'),
      taxId: told('taxId', 'Tax number. Masked unless the caller may MANAGE.'),
      documentType: t.field({
        type: DocumentTypeEnum,
        nullable: true,
        description: 'Kind of identity document.',
        resolve: (beneficiary) => ('documentType' in beneficiary && beneficiary.documentType) || null,
      }),
      documentNumber: told('documentNumber', 'Masked unless the caller may MANAGE.'),
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
  phoneNumber: 'E.164.',
  countryOfResidence: 'ISO 3166-1 alpha-2.',
} as const;

const IndividualBeneficiaryInput = builder.inputType('IndividualBeneficiaryInput', {
  description: 'A person. What is required beside the name depends on the account type.',
  fields: (t) => ({
    fullName: t.string({ required: true, description: 'Full name, at most 255 characters.' }),
    birthDate: t.field({ type: 'Date', description: 'A past date.' }),
    nationality: t.string({ description: 'ISO 3166-1 alpha-2.' }),
    email: t.string({ description: contact.email }),
    phoneNumber: t.string({ description: contact.phoneNumber }),
    countryOfResidence: t.string({ description: contact.countryOfResidence }),
    registrationNumber: t.string({ description: 'Number in a register, where the account type takes one.' }),
    documentType: t.field({ type: DocumentTypeEnum, description: 'Where the account type takes one.' }),
    documentNumber: t.string({ description: 'Where the account type takes one.' }),
    address: t.field({ type: AddressInput, description: 'Postal address.' }),
  }),
});

const BusinessBeneficiaryInput = builder.inputType('BusinessBeneficiaryInput', {
  description: 'A company.',
  fields: (t) => ({
    legalName: t.string({ required: true, description: 'Registered name, at most 255 characters.' }),
    registrationNumber: t.string({ description: 'Number in a register.' }),
    taxId: t.string({ description: 'Tax number.' }),
    email: t.string({ description: contact.email }),
    phoneNumber: t.string({ description: contact.phoneNumber }),
    countryOfResidence: t.string({ description: contact.countryOfResidence }),
    address: t.field({ type: AddressInput, description: 'Postal address.' }),
  }),
});

const BeneficiaryInput = builder.inputType('BeneficiaryInput', {
  description: 'Whom the account belongs to: exactly one of the two.',
  isOneOf: true,
  fields: (t) => ({
    individual: t.field({ type: IndividualBeneficiaryInput, description: 'A person.' }),
    business: t.field({ type: BusinessBeneficiaryInput, description: 'A company.' }),
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
    'What identifies an external account: one object type for each account type. Identifiers are masked but for their last four characters unless the caller may MANAGE.',
  fields: (t) => ({
    accountType: t.field({
      type: AccountTypeEnum,
      description: 'Tells which object type this is.',
      resolve: (info) => info.accountType,
    }),
  }),
  resolveType: (info) => graphqlNames(info.accountType).type,
});

function spelledCurrencies({ currencies, type }: AccountTypeRow): string {
  return currencies === 'any fiat' ? 'any state currency' : currencies.join(', ') || type;
}

function declareObject(row: AccountTypeRow): void {
  builder.objectRef<AccountInfo>(graphqlNames(row.type).type).implement({
    description: `${row.type}: an account for ${spelledCurrencies(row)}.`,
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
          description: 'Rails that payments to it can take.',
          resolve: (info) => [...info.paymentRails],
        }),
        beneficiary: t.field({
          type: BeneficiaryRef,
          description: 'Whom it belongs to.',
          resolve: (info) => info.beneficiary as Beneficiary,
        }),
      };
    },
  });
}

function declareInput(row: AccountTypeRow) {
  return builder.inputType(graphqlNames(row.type).input, {
    description: `${row.type}: an account for ${spelledCurrencies(row)}.`,
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
          description: `Only these of its rails, at most ${maxChoices}; all that are possible when absent.`,
        }),
        beneficiary: t.field({ type: BeneficiaryInput, required: true, description: 'Whom it belongs to.' }),
      };
    },
  });
}

for (const row of accountTypes) declareObject(row);
const inputs = accountTypes.map((row) => ({ row, input: declareInput(row) }));

export const AccountInfoInput = builder.inputType('AccountInfoInput', {
  description: 'One field for each account type; give exactly one.',
  isOneOf: true,
  fields: (t) =>
    Object.fromEntries(
      inputs.map(({ row, input }) => [
        graphqlNames(row.type).field,
        t.field({ type: input, description: `A ${row.type}, for ${spelledCurrencies(row)}.` }),
      ]),
    ),
});
