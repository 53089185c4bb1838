/** The filters of the list of payments. */
import { Pill, Text } from '@mantine/core';
import { parseAmount } from '../../components/decimal-input.ts';
import {
  FilterBar,
  FilterChoice,
  FilterCurrency,
  FilterDay,
  FilterSelect,
  FilterText,
  useFilter,
} from '../../components/filters.tsx';
import { useCurrency } from '../../components/money.tsx';
import { transactionStatuses } from './filter.ts';

function FilterAmount({
  name,
  label,
  code,
}: {
  readonly name: string;
  readonly label: string;
  readonly code: string;
}) {
  const [value] = useFilter(name);
  const parsed = parseAmount(value, useCurrency(code));
  return (
    <div>
      <FilterText name={name} label={`${label} (${code})`} width={130} maxLength={20} />
      {value !== '' && typeof parsed === 'string' && (
        <Text size="xs" c="red" role="alert">
          {parsed}
        </Text>
      )}
    </div>
  );
}

/** A filter that another page has set, for example that of a customer. */
function FilterPill({ name, label }: { readonly name: string; readonly label: string }) {
  const [value, set] = useFilter(name);
  if (value === '') return null;
  return (
    <Pill
      size="md"
      withRemoveButton
      removeButtonProps={{ 'aria-label': `Remove the filter ${label}`, 'aria-hidden': false, tabIndex: 0 }}
      onRemove={() => set('')}
    >
      {label} …{value.slice(-8)}
    </Pill>
  );
}

export function PaymentFilters() {
  const [currency] = useFilter('currency');
  return (
    <FilterBar
      first={<FilterText name="query" label="Search" placeholder="Name, memo, reference" width={230} />}
    >
      <FilterSelect name="status" label="Status" values={transactionStatuses} />
      <FilterChoice
        name="type"
        label="Direction"
        values={{ OUTGOING: 'Outgoing', INCOMING: 'Incoming' }}
        width={130}
      />
      <FilterDay name="from" label="From" />
      <FilterDay name="to" label="To" />
      <FilterCurrency />
      {currency !== '' && (
        <>
          <FilterAmount name="min" label="At least" code={currency} />
          <FilterAmount name="max" label="At most" code={currency} />
        </>
      )}
      <FilterPill name="customer" label="Customer" />
      <FilterPill name="agent" label="Agent" />
    </FilterBar>
  );
}
