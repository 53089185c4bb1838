/** The account that gets a deposit: its owner is searched, and its accounts in the currency are listed. */
import { Select, Stack } from '@mantine/core';
import { ProblemNotice } from '../../components/notices.tsx';
import { words } from '../../components/status.tsx';
import { PayerSelect } from '../payments/payer-select.tsx';
import { useParties } from '../payments/use-parties.ts';

export interface ChosenAccount {
  readonly owner: string;
  readonly accountId: string;
}

export function AccountSearch({
  currency,
  value,
  error,
  onChange,
}: {
  readonly currency: string;
  readonly value: ChosenAccount;
  readonly error: string | undefined;
  readonly onChange: (value: ChosenAccount) => void;
}) {
  const { name, sources, problem } = useParties(value.owner);
  const accounts = sources.filter(
    ({ balance, status }) => balance.currency.code === currency && status === 'ACTIVE',
  );
  return (
    <Stack gap="sm">
      <PayerSelect
        title="Owner of the account"
        value={value.owner}
        label={name}
        onChange={(owner) => onChange({ owner, accountId: '' })}
      />
      <ProblemNotice problem={problem} />
      <Select
        label="Account"
        required
        disabled={value.owner === ''}
        placeholder={value.owner === '' ? 'Choose the owner first' : ''}
        data={accounts.map(({ id, type }) => ({
          value: id,
          label: `${currency} · ${words(type)} · …${id.slice(-6)}`,
        }))}
        value={value.accountId || null}
        error={error}
        nothingFoundMessage={`No active account in ${currency}`}
        onChange={(accountId) => onChange({ ...value, accountId: accountId ?? '' })}
      />
    </Stack>
  );
}
