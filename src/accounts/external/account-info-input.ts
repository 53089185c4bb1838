/**
 * Input schemas of external accounts, made from the table of account types: the REST shape, discriminated by
 * `accountType`, and the GraphQL shape, one field for each type. Both give one `AccountInfo`, and both name every wrong
 * field by its path in the shape that the caller wrote.
 *
 * Decision: rails that the caller asks for must each have what they need; without a wish, an account has the rails whose
 * fields are complete.
 *
 * Source: docs/behaviour/accounts.md#account-types and the rules below its table.
 */
import { z } from 'zod';
import { whenValid } from '../../kernel/field-rules.ts';
import { choices } from '../../kernel/lists.ts';
import { isStorable, optional } from '../../kernel/parse.ts';
import { type PaymentRail, paymentRails } from '../../ledger/payment-rails.ts';
import type { FieldDefinition, FieldName } from './account-field.ts';
import { type AccountInfo, takesCurrency } from './account-info.ts';
import {
  type AccountType,
  type AccountTypeRow,
  accountTypeNames,
  accountTypes,
  entriesOf,
  type Fields,
  fieldsOf,
  graphqlNames,
} from './account-types.ts';
import {
  type Beneficiary,
  type BeneficiaryNeeds,
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

/** Names that guides of earlier versions used; a caller who sends one is told the name of today. */
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
  // One check for all, so that a wrong field is named once; the metadata tells its parts to the API description.
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

/** The rails the account gets, and what is missing for them. */
function railsOf(row: AccountTypeRow, value: Raw) {
  const asked = Array.isArray(value['paymentRails']) ? (value['paymentRails'] as unknown[]) : undefined;
  const allowed = asked ? row.rails.filter((rail) => asked.includes(rail)) : row.rails;
  const missing = (rail: PaymentRail) => missingOf(row.byRail?.[rail], value);
  const complete = allowed.filter((rail) => missing(rail).length === 0);
  if (complete.length > 0 && !asked) return { rails: complete, incomplete: [] };

  // Somebody who gave a part of one rail's fields means that rail; somebody who gave none may mean any.
  const begun = allowed.filter((rail) =>
    entriesOf(row.byRail?.[rail]).some(([name]) => isGiven(value[name])),
  );
  const meant = asked || begun.length === 0 ? allowed : begun;
  const incomplete = meant.map((rail) => ({ rail, missing: missing(rail) }));
  return { rails: allowed, incomplete };
}

/** Each rule runs once the fields that it reads are right; a field that is named already is not named again. */
function checkTogether(row: AccountTypeRow, value: Raw, context: z.core.$RefinementCtx): void {
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

  for (const [choice, most] of [
    [row.exactlyOneOf, 'exactly one'],
    [row.atLeastOneOf, 'at least one'],
  ] as const) {
    if (!choice) continue;
    const names = entriesOf(choice).map(([name]) => name);
    const given = names.filter((name) => isGiven(value[name]));
    const isWrong = given.length === 0 || (most === 'exactly one' && given.length > 1);
    for (const name of isWrong ? (given.length === 0 ? names : given) : []) {
      wrong([name], `give ${most} of ${names.join(', ')}`);
    }
  }

  const { phoneNumber, region } = value;
  if (named.has('phoneNumber') || named.has('region') || typeof phoneNumber !== 'string') return;
  const phone = Object.entries(row.phoneByRegion ?? {}).find(([code]) => code === region)?.[1];
  if (phone && !phone.pattern.test(phoneNumber)) {
    wrong(['phoneNumber'], `must be ${phone.shape} for ${region}`);
  }
}

type BeneficiaryShape = (needs: BeneficiaryNeeds) => z.ZodType<Beneficiary>;

function shapeOf(row: AccountTypeRow, beneficiary: BeneficiaryShape): Record<string, z.ZodType> {
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
  // Legacy names pass through the object, so that the rule after it can see and refuse them.
  const legacy = Object.fromEntries(Object.keys(legacyFields).map((name) => [name, z.unknown().optional()]));
  return z
    .object({ ...legacy, ...shape }, must('an object'))
    .superRefine((value, context) => checkTogether(row, value, context), whenValid())
    .transform((value): AccountInfo => {
      const { paymentRails: _asked, ...fields } = value;
      return withoutAbsent({
        ...fields,
        accountType: row.type,
        paymentRails: railsOf(row, value).rails,
      }) as AccountInfo;
    });
}

type RestRow = z.ZodType<AccountInfo, { accountType: AccountType }> & z.core.$ZodTypeDiscriminable;

/** One schema for each account type, for those who describe the REST shape; `restAccountInfo` parses it. */
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
          const today = legacyTypes.get(input);
          return today
            ? `is a name of an earlier version: use ${today}`
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

/** GraphQL: `{usdAccount: {accountNumber, ..., beneficiary: {individual: {...}}}}`, exactly one type given. */
export const graphqlAccountInfo: z.ZodType<AccountInfo> = z
  .object(graphqlShape, must('an object'))
  .superRefine((value, context) => {
    if (Object.values(value).filter(isGiven).length !== 1) {
      context.addIssue({ code: 'custom', message: 'must have exactly one account type' });
    }
  }, whenValid())
  .transform((value) => Object.values(value).find(isGiven) as AccountInfo);

const typesByField = new Map(accountTypes.map(({ type }) => [graphqlNames(type).field, type]));

/** The type that an account info means, in whichever shape, parsed or not. */
function typeMeantBy(accountInfo: unknown): AccountType | undefined {
  if (!isRecord(accountInfo)) return undefined;
  const named = accountTypeNames.find((type) => type === accountInfo['accountType']);
  if (named) return named;
  const given = Object.keys(accountInfo).filter(
    (field) => typesByField.has(field) && isGiven(accountInfo[field]),
  );
  return given.length === 1 && given[0] ? typesByField.get(given[0]) : undefined;
}

/** Lets an input schema refuse, with INVALID_CURRENCY at `currency`, what accounts of its type cannot hold. */
export function agreeingCurrency<T extends z.ZodType<{ currency: string; accountInfo: AccountInfo }>>(
  schema: T,
): T {
  return schema.refine(
    ({ currency, accountInfo }) => {
      const type = typeMeantBy(accountInfo);
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
