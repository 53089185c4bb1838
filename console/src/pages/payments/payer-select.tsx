/** Who pays: the platform, or a customer that is searched by name, e-mail or id. */
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { customerName } from '../../components/parties.ts';
import { PayerSearchDocument } from './new-payment.documents.ts';

export const platformPayer = 'platform';

export function PayerSelect({
  value,
  label,
  title = 'Payer',
  withPlatform = true,
  error,
  onChange,
}: {
  readonly value: string;
  /** The name of the chosen customer, which the search may not list. */
  readonly label: string | undefined;
  /** The label of the field. */
  readonly title?: string;
  readonly withPlatform?: boolean;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const [search, setSearch] = useState('');
  // The chosen customer has one label, also while the search lists other customers.
  const labels = useRef(new Map([[platformPayer, 'The platform']]));
  const chosenLabel = value === '' ? undefined : (label ?? labels.current.get(value) ?? value);
  const isChosenText = search === chosenLabel;
  const [query] = useDebouncedValue(isChosenText ? '' : search.trim(), 300);
  const { data, isLoading } = useData(PayerSearchDocument, { query: query === '' ? null : query });
  const found = new Map<string, string>(withPlatform ? [[platformPayer, 'The platform']] : []);
  for (const customer of data?.customers.nodes ?? []) {
    const detail = customer.email ?? customer.platformCustomerId;
    const text = `${customerName(customer)} · ${detail}`;
    labels.current.set(customer.id, text);
    found.set(customer.id, text);
  }
  if (chosenLabel !== undefined) found.set(value, chosenLabel);
  return (
    <Select
      label={title}
      error={error}
      description="Search by name, e-mail or id"
      searchable
      required
      data={[...found].map(([id, text]) => ({ value: id, label: text }))}
      // The service searches.
      filter={({ options }) => options}
      value={value === '' ? null : value}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(next) => onChange(next ?? '')}
      rightSection={isLoading ? <Loader size="xs" aria-label="Searching" /> : undefined}
      nothingFoundMessage="No customer matches"
    />
  );
}
