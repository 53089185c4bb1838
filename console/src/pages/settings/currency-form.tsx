/** One currency of the platform: its limits, its directions, and what is asked of counterparties. */
import { Button, Checkbox, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import type { CurrencyConfigInput, PartyFact, TransactionType } from '@payments-platform/client/operations';
import { type FormEvent, useState } from 'react';
import { messageAt, type Problem } from '../../api/problem.ts';
import { type Currency, editableAmount, parseAmount } from '../../components/decimal-input.ts';
import { ProblemNotice } from '../../components/notices.tsx';
import { words } from '../../components/status.tsx';
import type { CurrencySettingsFragment } from './settings.documents.ts';

const facts = [
  'FULL_NAME',
  'COMPANY_LEGAL_NAME',
  'BIRTH_DATE',
  'NATIONALITY',
  'POSTAL_ADDRESS',
  'COUNTRY_OF_RESIDENCE',
  'EMAIL',
  'PHONE_NUMBER',
  'TAX_ID',
  'REGISTRATION_NUMBER',
  'BUSINESS_TYPE',
  'USER_TYPE',
  'IDENTIFIER',
  'ACCOUNT_IDENTIFIER',
  'PURPOSE_OF_PAYMENT',
  'FI_LEGAL_ENTITY_NAME',
  'FI_ADDRESS',
  'ULTIMATE_INSTITUTION_COUNTRY',
] as const satisfies readonly PartyFact[];

const directions = [
  ['OUTGOING', 'Outgoing payments'],
  ['INCOMING', 'Incoming payments'],
] as const satisfies readonly (readonly [TransactionType, string])[];

const namesOf = (stored: CurrencySettingsFragment | undefined, isMandatory: boolean): PartyFact[] =>
  stored?.requiredCounterpartyFields
    .filter(({ mandatory }) => mandatory === isMandatory)
    .map(({ name }) => name) ?? [];

const optionsOf = (excluded: readonly PartyFact[]) =>
  facts.filter((fact) => !excluded.includes(fact)).map((fact) => ({ value: fact, label: words(fact) }));

export function CurrencyForm({
  stored,
  choices,
  problem,
  errorPath,
  isRunning,
  onSave,
  onRemove,
  onClose,
}: {
  /** The currency as it is; undefined for one that is added. */
  readonly stored: CurrencySettingsFragment | undefined;
  /** The currencies that can be chosen. */
  readonly choices: readonly Currency[];
  readonly problem: Problem | undefined;
  /** The path of this currency in the input. */
  readonly errorPath: string;
  readonly isRunning: boolean;
  readonly onSave: (input: CurrencyConfigInput) => void;
  readonly onRemove: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const [code, setCode] = useState(stored?.currencyCode ?? '');
  const currency = choices.find((one) => one.code === code);
  const amountText = (amount: number | undefined) =>
    amount === undefined ? '' : editableAmount(amount, currency?.decimals ?? 0);
  const [min, setMin] = useState(() => amountText(stored?.minAmount));
  const [max, setMax] = useState(() => amountText(stored?.maxAmount));
  const [types, setTypes] = useState<readonly string[]>(
    stored?.enabledTransactionTypes ?? directions.map(([value]) => value),
  );
  const [mandatory, setMandatory] = useState(() => namesOf(stored, true));
  const [optional, setOptional] = useState(() => namesOf(stored, false));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const errorOf = (field: string) => errors[field] ?? messageAt(problem, `${errorPath}.${field}`);
  const isAtField = [...(problem?.fields.keys() ?? [])].some((path) => path.startsWith(`${errorPath}.`));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!currency) return setErrors({ currencyCode: 'Choose a currency.' });
    const [minAmount, maxAmount] = [parseAmount(min, currency), parseAmount(max, currency)];
    if (typeof minAmount === 'string' || typeof maxAmount === 'string') {
      return setErrors({
        ...(typeof minAmount === 'string' && { minAmount }),
        ...(typeof maxAmount === 'string' && { maxAmount }),
      });
    }
    setErrors({});
    onSave({
      currencyCode: code,
      minAmount,
      maxAmount,
      enabledTransactionTypes: types as TransactionType[],
      requiredCounterpartyFields: [
        ...mandatory.map((name) => ({ name, mandatory: true })),
        ...optional.map((name) => ({ name, mandatory: false })),
      ],
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {problem && !isAtField && <ProblemNotice problem={problem} />}
        {!stored && (
          <Select
            label="Currency"
            description="Every customer gets an account in it."
            searchable
            required
            data={choices.map((one) => one.code)}
            value={code === '' ? null : code}
            error={errorOf('currencyCode')}
            onChange={(value) => setCode(value ?? '')}
          />
        )}
        <Group grow align="flex-start">
          <TextInput
            label="At least, each payment"
            inputMode="decimal"
            required
            maxLength={40}
            value={min}
            error={errorOf('minAmount')}
            onChange={(event) => setMin(event.currentTarget.value)}
          />
          <TextInput
            label="At most, each payment"
            inputMode="decimal"
            required
            maxLength={40}
            value={max}
            error={errorOf('maxAmount')}
            onChange={(event) => setMax(event.currentTarget.value)}
          />
        </Group>
        <Checkbox.Group
          label="Directions"
          value={[...types]}
          error={errorOf('enabledTransactionTypes')}
          onChange={setTypes}
        >
          <Stack gap="xs" mt="xs">
            {directions.map(([value, label]) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        <MultiSelect
          label="Required data of counterparties"
          placeholder={mandatory.length === 0 ? 'None' : ''}
          searchable
          data={optionsOf(optional)}
          value={mandatory}
          error={errorOf('requiredCounterpartyFields')}
          onChange={(names) => setMandatory(names as PartyFact[])}
        />
        <MultiSelect
          label="Optional data of counterparties"
          placeholder={optional.length === 0 ? 'None' : ''}
          searchable
          data={optionsOf(mandatory)}
          value={optional}
          onChange={(names) => setOptional(names as PartyFact[])}
        />
        <Group justify="space-between">
          {onRemove ? (
            <Button variant="default" color="red" disabled={isRunning} onClick={onRemove}>
              Remove the currency
            </Button>
          ) : (
            <span />
          )}
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isRunning}>
              Save currency
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
