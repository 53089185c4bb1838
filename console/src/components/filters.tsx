/** Filters whose values are in the URL, so that a filtered list can be shared and found again. */
import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { MixerHorizontalIcon } from '@radix-ui/react-icons';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import classes from './filters.module.css';
import { useCurrencies } from './money.tsx';
import { withParameters } from './search-parameters.ts';
import { words } from './status.tsx';

/** Sets a filter. The list starts at its first page again. */
export function useFilter(name: string): readonly [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = (value: string) =>
    setParameters((before) => withParameters(before, { [name]: value }), { replace: true });
  return [parameters.get(name) ?? '', set];
}

/** One or several of the values of an enum. */
export function FilterSelect({
  name,
  label,
  values,
}: {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
}) {
  const [parameters, setParameters] = useSearchParams();
  return (
    <MultiSelect
      label={label}
      size="sm"
      w={220}
      maw="100%"
      placeholder={parameters.getAll(name).length === 0 ? 'All' : ''}
      data={values.map((value) => ({ value, label: words(value) }))}
      value={parameters.getAll(name).filter((value) => values.includes(value))}
      onChange={(chosen) =>
        setParameters((before) => withParameters(before, { [name]: chosen }), { replace: true })
      }
      clearable
      comboboxProps={{ withinPortal: true }}
    />
  );
}

/** One of a few values. */
export function FilterChoice({
  name,
  label,
  values,
  width = 140,
  isSearchable = false,
}: {
  readonly name: string;
  readonly label: string;
  /** The values of an enum, or the label of each value. */
  readonly values: readonly string[] | Readonly<Record<string, string>>;
  readonly width?: number;
  readonly isSearchable?: boolean;
}) {
  const [chosen, set] = useFilter(name);
  const choices = Array.isArray(values)
    ? values.map((value: string) => ({ value, label: words(value) }))
    : Object.entries(values).map(([value, label]) => ({ value, label }));
  return (
    <Select
      label={label}
      size="sm"
      w={width}
      placeholder="All"
      searchable={isSearchable}
      clearable
      data={choices}
      value={choices.some(({ value }) => value === chosen) ? chosen : null}
      onChange={(value) => set(value ?? '')}
    />
  );
}

export function FilterCurrency() {
  const codes = useCurrencies().map(({ code }) => code);
  return (
    <FilterChoice
      name="currency"
      label="Currency"
      values={Object.fromEntries(codes.map((code) => [code, code]))}
      width={120}
      isSearchable
    />
  );
}

const typingPauseMs = 350;

/** A text. The list follows after a pause of typing. */
export function FilterText({
  name,
  label,
  placeholder,
  width = 220,
  maxLength = 100,
}: {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly width?: number;
  readonly maxLength?: number;
}) {
  const [value, set] = useFilter(name);
  const [text, setText] = useState(value);
  const commit = useDebouncedCallback(set, typingPauseMs);
  useEffect(() => {
    setText(value);
  }, [value]);
  return (
    <TextInput
      label={label}
      size="sm"
      w={width}
      maw="100%"
      type="search"
      placeholder={placeholder ?? ''}
      maxLength={maxLength}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        commit(event.currentTarget.value);
      }}
    />
  );
}

/** A day, in the zone of the viewer. */
export function FilterDay({ name, label }: { readonly name: string; readonly label: string }) {
  const [value, set] = useFilter(name);
  return (
    <TextInput
      type="date"
      size="sm"
      w={150}
      label={label}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

/** The value of a filter; undefined for an empty one. */
export const present = (text: string | null): string | undefined =>
  text === null || text.trim() === '' ? undefined : text.trim();

/** Without undefined values, so that equal filters are equal variables. */
export const withoutAbsent = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;

const positionNames: ReadonlySet<string> = new Set(['after', 'before', 'view']);

/** The filters of a list. On narrow screens only the first is shown until the others are opened. */
export function FilterBar({ first, children }: { readonly first: ReactNode; readonly children: ReactNode }) {
  const [parameters, setParameters] = useSearchParams();
  const [isOpen, { toggle }] = useDisclosure(false);
  const count = new Set([...parameters.keys()].filter((name) => !positionNames.has(name))).size;
  return (
    <search aria-label="Filters" className={classes.bar}>
      {first}
      <Button
        className={classes.toggle}
        variant="default"
        size="sm"
        aria-expanded={isOpen}
        leftSection={<MixerHorizontalIcon aria-hidden />}
        onClick={toggle}
      >
        Filters{count > 0 ? ` (${count})` : ''}
      </Button>
      <div className={classes.others} data-open={isOpen || undefined}>
        {children}
        {count > 0 && (
          <Button variant="subtle" size="sm" onClick={() => setParameters({}, { replace: true })}>
            Clear all
          </Button>
        )}
      </div>
    </search>
  );
}
