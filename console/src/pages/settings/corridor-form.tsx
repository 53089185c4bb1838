/** Spread and fees of payments from one currency to another. */
import { Button, Group, Select, Stack } from '@mantine/core';
import type { RateCorridorInput } from '@payments-platform/client/operations';
import { type FormEvent, useState } from 'react';
import { messageAt, type Problem } from '../../api/problem.ts';
import { useCurrencyOf } from '../../components/money.tsx';
import { ProblemNotice } from '../../components/notices.tsx';
import { RateFeeFields } from './rate-fee-fields.tsx';
import type { CorridorPartsFragment } from './rates.documents.ts';
import { feesDraft, noFees, parseFees } from './rates-draft.ts';

export function CorridorForm({
  stored,
  codes,
  problem,
  errorPath,
  isRunning,
  onSave,
  onRemove,
  onClose,
}: {
  /** The corridor as it is; undefined for one that is added. */
  readonly stored: CorridorPartsFragment | undefined;
  /** The currencies of the platform. */
  readonly codes: readonly string[];
  readonly problem: Problem | undefined;
  /** The path of this corridor in the input. */
  readonly errorPath: string;
  readonly isRunning: boolean;
  readonly onSave: (input: RateCorridorInput) => void;
  readonly onRemove: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const currencyOf = useCurrencyOf();
  const [sending, setSending] = useState(stored?.sending ?? '');
  const [receiving, setReceiving] = useState(stored?.receiving ?? '');
  const currencies = { sending: currencyOf(sending), receiving: currencyOf(receiving) };
  const [draft, setDraft] = useState(() => (stored ? feesDraft(stored, currencies) : noFees));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const isSame = sending !== '' && sending === receiving;
  const errorAt = (name: string, path = name) => errors[name] ?? messageAt(problem, `${errorPath}.${path}`);
  const isAtField = [...(problem?.fields.keys() ?? [])].some((path) => path.startsWith(`${errorPath}.`));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { parsed, errors: found } = parseFees(isSame ? { ...draft, spread: '' } : draft, currencies);
    const all = {
      ...(sending === '' && { sending: 'Choose a currency.' }),
      ...(receiving === '' && { receiving: 'Choose a currency.' }),
      ...found,
    };
    setErrors(all);
    if (Object.keys(all).length === 0) onSave({ sending, receiving, ...parsed });
  };
  const select = (name: 'sending' | 'receiving', label: string) => (
    <Select
      label={label}
      searchable
      required
      data={[...codes]}
      value={{ sending, receiving }[name] || null}
      error={errorAt(name)}
      onChange={(value) => (name === 'sending' ? setSending : setReceiving)(value ?? '')}
    />
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {problem && !isAtField && <ProblemNotice problem={problem} />}
        {!stored && (
          <Group grow align="flex-start">
            {select('sending', 'Currency that is sent')}
            {select('receiving', 'Currency that is received')}
          </Group>
        )}
        <RateFeeFields
          draft={draft}
          units={{ fixed: sending || 'sent', counterpartyFixed: receiving || 'received' }}
          placeholder="As the platform"
          hasSpread={!isSame}
          isDisabled={false}
          errorOf={(name) => errorAt(name, name === 'spread' ? name : `fees.${name}`)}
          onChange={setDraft}
        />
        <Group justify="space-between">
          {onRemove ? (
            <Button variant="default" color="red" disabled={isRunning} onClick={onRemove}>
              Remove the corridor
            </Button>
          ) : (
            <span />
          )}
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isRunning}>
              Save corridor
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
