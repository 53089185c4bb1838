/** The fields of a spread and of fees. */
import { TextInput } from '@mantine/core';
import classes from './rates.module.css';
import type { FeesDraft } from './rates-draft.ts';

const labels: Readonly<Record<keyof FeesDraft, readonly [string, string]>> = {
  spread: ['Spread, %', 'By how much a rate is worse for the payer'],
  variableRate: ['Variable fee, %', 'Part of the total sending amount'],
  fixed: ['Fixed fee', 'For each payment'],
  counterpartyFixed: ['Fee of the counterparty', 'For each payment'],
};

export function RateFeeFields({
  draft,
  units,
  placeholder,
  hasSpread = true,
  isDisabled,
  errorOf,
  onChange,
}: {
  readonly draft: FeesDraft;
  /** What the amounts are in. */
  readonly units: { readonly fixed: string; readonly counterpartyFixed: string };
  /** What an empty field means. */
  readonly placeholder: string;
  /** A currency is exchanged for itself at 1:1. */
  readonly hasSpread?: boolean;
  readonly isDisabled: boolean;
  readonly errorOf: (field: keyof FeesDraft) => string | undefined;
  readonly onChange: (draft: FeesDraft) => void;
}) {
  const field = (name: keyof FeesDraft, unit?: string) => (
    <TextInput
      label={unit === undefined ? labels[name][0] : `${labels[name][0]}, ${unit}`}
      description={labels[name][1]}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      disabled={isDisabled}
      placeholder={placeholder}
      value={draft[name]}
      error={errorOf(name)}
      onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className={classes.fields}>
      {hasSpread && field('spread')}
      {field('variableRate')}
      {field('fixed', units.fixed)}
      {field('counterpartyFixed', units.counterpartyFixed)}
    </div>
  );
}
