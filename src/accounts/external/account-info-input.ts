/**
 * Input schemas of external accounts, generated from the table of account types: the REST shape, discriminated by
 * `accountType`, and the GraphQL shape, with one field for each type. Both parse to `AccountInfo`. Errors name each wrong
 * field by its path in the shape of the caller.
 *
 * Decision: each requested rail must have its required fields. Without requested rails, an account gets the rails whose
 * fields are complete.
 *
 * Source: docs/behaviour/accounts.md#account-types.
 */
import { z } from 'zod';
import { whenValid } from '../../kernel/field-rules.ts';
import { choices } from '../../kernel/lists.ts';
import { isStorable, optional } from '../../kernel/parse.ts';
import { type PaymentRail, paymentRails } from '../../ledger/payment-rails.ts';
import type { FieldDefinition, FieldName } from './account-field.ts';
import { type AccountInfo, takesCurrency } from './account-info.ts';
import { type AccountTypeRow, entriesOf, type Fields, fieldsOf } from './account-type-row.ts';
import { type AccountType, accountTypeNames, accountTypes, graphqlNames } from './account-types.ts';
import {
  type Beneficiary,
  type BeneficiaryRequirements,
  graphqlBeneficiary,
  restBeneficiary,
  withoutAbsent,
} from './beneficiary.ts';
import { listedBankName } from './institutions.ts';

type Raw = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const must = (shape: string) => ({
  error: ({ input }: { input?: unknown }) => (isGiven(input) ? `must be ${shape}` : 'is required'),
});

/** Names of earlier versions. The error of one says its current name. */
const legacyTypes: ReadonlyMap<unknown, AccountType> = new Map([
  ['US_ACCOUNT', 'USD_ACCOUNT'],
  ['IBAN', 'EUR_ACCOUNT'],
  ['CLABE', 'MXN_ACCOUNT'],
  ['PIX', 'BRL_ACCOUNT'],
  ['UPI', 'INR_ACCOUNT'],
]);
const legacyFields = { accountCategory: 'bankAccountType', swiftBic: 'swiftCode' };

function fieldSchema(row: AccountTypeRow, field: FieldDefinition) {
  const { description, pattern, max = 255, values } = field;
  // A single check, so that a wrong field has one issue. The metadata describes its parts in the OpenAPI document.
  const value = z
    .string(must(field.shape))
    .refine((text) => text.length <= max && pattern.test(text) && isStorable(text), must(field.shape))
    .meta({ description, ...(values ? { enum: [...values] } : { pattern: pattern.source, maxLength: max }) });
  const { currencies } = row;
  if (!field.listed || currencies === 'any fiat') return value;
  return value.transform((bankName, context) => {
    const listed = listedBankName({ countries: row.countries, currencies }, bankName);
    if (listed !== undefined) return listed;
    context.addIssue({
      code: 'custom',
      message: `must be the bankName of a payment institution for ${currencies.join(', ')}`,
    });
    return z.NEVER;
  });
}

const missingOf = (fields: Fields | undefined, value: Raw): FieldName[] =>
  entriesOf(fields).flatMap(([name]) => (isGiven(value[name]) ? [] : [name]));

/** The rails of the account, and the missing fields of each. */
function railsOf(row: AccountTypeRow, value: Raw) {
  const requested = Array.isArray(value['paymentRails']) ? (value['paymentRails'] as unknown[]) : undefined;
  const allowed = requested ? row.rails.filter((rail) => requested.includes(rail)) : row.rails;
  const missing = (rail: PaymentRail) => missingOf(row.byRail?.[rail], value);
  const complete = allowed.filter((rail) => missing(rail).length === 0);
  if (complete.length > 0 && !requested) return { rails: complete, incomplete: [] };

  // With some fields of a rail the client means that rail. Without any it may mean each of them.
  const started = allowed.filter((rail) =>
    entriesOf(row.byRail?.[rail]).some(([name]) => isGiven(value[name])),
  );
  const intended = requested || started.length === 0 ? allowed : started;
  const incomplete = intended.map((rail) => ({ rail, missing: missing(rail) }));
  return { rails: allowed, incomplete };
}

/** Checks the rules over several fields. A field that has an issue gets no other one. */
function checkFields(row: AccountTypeRow, value: Raw, context: z.core.$RefinementCtx): void {
  const named = new Set(context.issues.map(({ path = [] }) => path[0]));
  const wrong = ([name]: [string], message: string): void => {
    if (named.has(name)) return;
    named.add(name);
    context.addIssue({ code: 'custom', path: [name], message });
  };

  for (const [legacy, name] of Object.entries(legacyFields)) {
    if (isGiven(value[legacy])) wrong([legacy], `is a name of an earlier version: use ${name}`);
  }

  const { rails, incomplete } = named.has('paymentRails')
    ? { rails: row.rails, incomplete: [] }
    : railsOf(row, value);
  if (row.rails.length > 0 && rails.length === 0) {
    wrong(['paymentRails'], `must have at least one of ${row.rails.join(', ')}`);
  }
  const neededFor = new Map<FieldName, PaymentRail[]>();
  for (const { rail, missing } of incomplete) {
    for (const name of missing) neededFor.set(name, [...(neededFor.get(name) ?? []), rail]);
  }
  for (const [name, needing] of neededFor) wrong([name], `is required for ${needing.join(', ')}`);

  for (const [choice, count] of [
    [row.exactlyOneOf, 'exactly one'],
    [row.atLeastOneOf, 'at least one'],
  ] as const) {
    if (!choice) continue;
    const names = entriesOf(choice).map(([name]) => name);
    const given = names.filter((name) => isGiven(value[name]));
    const isWrong = given.length === 0 || (count === 'exactly one' && given.length > 1);
    for (const name of isWrong ? (given.length === 0 ? names : given) : []) {
      wrong([name], `give ${count} of ${names.join(', ')}`);
    }
  }

  const { phoneNumber, region } = value;
  if (named.has('phoneNumber') || named.has('region') || typeof phoneNumber !== 'string') return;
  const phone = Object.entries(row.phoneByRegion ?? {}).find(([code]) => code === region)?.[1];
  if (phone && !phone.pattern.test(phoneNumber)) {
    wrong(['phoneNumber'], `must be ${phone.shape} for ${region}`);
  }
}

type BeneficiarySchema = (requirements: BeneficiaryRequirements) => z.ZodType<Beneficiary>;

function shapeOf(row: AccountTypeRow, beneficiary: BeneficiarySchema): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of entriesOf(fieldsOf(row))) {
    const schema = fieldSchema(row, field);
    shape[name] = row.required?.[name] ? schema : optional(schema);
  }
  if (row.rails.length > 0) {
    shape['paymentRails'] = optional(choices(paymentRails, { error: 'must be a list of payment rails' }));
  }
  if (row.beneficiary !== 'none') shape['beneficiary'] = beneficiary(row.beneficiary);
  return shape;
}

function rowSchema(row: AccountTypeRow, shape: Record<string, z.ZodType>) {
  // The object accepts legacy names, so that `checkFields` can report them.
  const legacy = Object.fromEntries(Object.keys(legacyFields).map((name) => [name, z.unknown().optional()]));
  return z
    .object({ ...legacy, ...shape }, must('an object'))
    .superRefine((value, context) => checkFields(row, value, context), whenValid())
    .transform((value): AccountInfo => {
      const { paymentRails: _requested, ...fields } = value;
      return withoutAbsent({
        ...fields,
        accountType: row.type,
        paymentRails: railsOf(row, value).rails,
      }) as AccountInfo;
    });
}

type RestRow = z.ZodType<AccountInfo, { accountType: AccountType }> & z.core.$ZodTypeDiscriminable;

/** One schema for each account type, for the OpenAPI document. `restAccountInfo` parses the input. */
export const restAccountInfoTypes = z.discriminatedUnion(
  'accountType',
  accountTypes.map((row) =>
    rowSchema(row, { accountType: z.literal(row.type), ...shapeOf(row, restBeneficiary) }),
  ) as unknown as [RestRow, ...RestRow[]],
);

/** REST: `{accountType: "USD_ACCOUNT", accountNumber, ..., beneficiary: {beneficiaryType, ...}}`. */
export const restAccountInfo: z.ZodType<AccountInfo> = z
  .looseObject(
    {
      accountType: z.enum(accountTypeNames, {
        error: ({ input }) => {
          if (!isGiven(input)) return 'is required';
          const current = legacyTypes.get(input);
          return current
            ? `is a name of an earlier version: use ${current}`
            : `must be one of ${accountTypeNames.join(', ')}`;
        },
      }),
    },
    must('an object'),
  )
  .pipe(restAccountInfoTypes);

const graphqlShape = Object.fromEntries(
  accountTypes.map((row) => [
    graphqlNames(row.type).field,
    optional(rowSchema(row, shapeOf(row, graphqlBeneficiary))),
  ]),
);

/** GraphQL: `{usdAccount: {accountNumber, ..., beneficiary: {individual: {...}}}}`, with exactly one type. */
export const graphqlAccountInfo: z.ZodType<AccountInfo> = z
  .object(graphqlShape, must('an object'))
  .superRefine((value, context) => {
    if (Object.values(value).filter(isGiven).length !== 1) {
      context.addIssue({ code: 'custom', message: 'must have exactly one account type' });
    }
  }, whenValid())
  .transform((value) => Object.values(value).find(isGiven) as AccountInfo);

const typesByField = new Map(accountTypes.map(({ type }) => [graphqlNames(type).field, type]));

/** The account type of an input in either shape, or of a parsed account info. */
function accountTypeOf(accountInfo: unknown): AccountType | undefined {
  if (!isRecord(accountInfo)) return undefined;
  const discriminator = accountTypeNames.find((type) => type === accountInfo['accountType']);
  if (discriminator) return discriminator;
  const given = Object.keys(accountInfo).filter(
    (field) => typesByField.has(field) && isGiven(accountInfo[field]),
  );
  return given.length === 1 && given[0] ? typesByField.get(given[0]) : undefined;
}

/** Adds the rule that the account type supports the currency. Its error is INVALID_CURRENCY at `currency`. */
export function matchingCurrency<T extends z.ZodType<{ currency: string; accountInfo: AccountInfo }>>(
  schema: T,
): T {
  return schema.refine(
    ({ currency, accountInfo }) => {
      const type = accountTypeOf(accountInfo);
      return type === undefined || typeof currency !== 'string' || takesCurrency(type, currency);
    },
    {
      ...whenValid('currency'),
      path: ['currency'],
      params: { errorCode: 'INVALID_CURRENCY' },
      error: 'must be a currency of the account type',
    },
  );
}
