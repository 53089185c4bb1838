/** The fields of a policy, with a message at each field. */
import { Checkbox, Group, MultiSelect, Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { AgentExecutionMode, AgentPermission } from '@payments-platform/client/operations';
import { useCurrencies } from '../../components/money.tsx';
import { words } from '../../components/status.tsx';
import classes from './agents.module.css';
import type { PolicyDraft } from './policy-draft.ts';

const permissions: readonly (readonly [AgentPermission, string])[] = [
  ['VIEW_TRANSACTIONS', 'See balances and payments of the customer'],
  ['CREATE_TRANSFERS', 'Make transfers in one currency'],
  ['CREATE_QUOTES', 'Get quotes for payments in other currencies'],
  ['EXECUTE_QUOTES', 'Execute quotes'],
  ['MANAGE_EXTERNAL_ACCOUNTS', 'Add and see accounts that receive payments'],
  ['SET_DEPOSIT_ACCOUNT', 'Set the account that receives deposits'],
];

export interface PolicyAccount {
  readonly id: string;
  readonly type: string;
  readonly balance: { readonly currency: { readonly code: string } };
}

const accountLabel = ({ type, balance, id }: PolicyAccount): string =>
  `${balance.currency.code} · ${words(type)} · …${id.slice(-6)}`;

export function PolicyFields({
  draft,
  accounts,
  errorOf,
  onChange,
}: {
  readonly draft: PolicyDraft;
  readonly accounts: readonly PolicyAccount[];
  /** The message of a path of the policy. */
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (draft: PolicyDraft) => void;
}) {
  const currencies = useCurrencies();
  const set = <K extends keyof PolicyDraft>(name: K, value: PolicyDraft[K]) =>
    onChange({ ...draft, [name]: value });
  const amountField = (
    name: 'perTransaction' | 'daily' | 'monthly' | 'threshold',
    label: string,
    path: string,
    placeholder = 'No limit',
  ) => (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={draft[name]}
      error={errorOf(path)}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  );
  const setAccount = (accountId: string, change: { mode?: AgentExecutionMode | ''; limit?: string }) => {
    const before = draft.accounts.find((one) => one.accountId === accountId) ?? {
      accountId,
      mode: '' as const,
      limit: '',
    };
    const next = { ...before, ...change };
    const others = draft.accounts.filter((one) => one.accountId !== accountId);
    set('accounts', next.mode === '' && next.limit === '' ? others : [...others, next]);
  };
  return (
    <Stack gap="lg">
      <Radio.Group
        label="Payments within the limits"
        value={draft.mode}
        error={errorOf('defaultExecutionMode')}
        onChange={(value) => set('mode', value === 'AUTO' ? 'AUTO' : 'APPROVAL_REQUIRED')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="APPROVAL_REQUIRED" label="A person approves every payment" />
          <Radio value="AUTO" label="The agent pays without approval, up to the threshold" />
        </Stack>
      </Radio.Group>
      <div className={classes.fields}>
        <Select
          label="Currency of the limits"
          searchable
          allowDeselect={false}
          data={currencies.map(({ code }) => code)}
          value={draft.currency}
          error={errorOf('spendingLimits.currency')}
          onChange={(value) => set('currency', value ?? draft.currency)}
        />
        {amountField('threshold', 'Approval above', 'approvalThresholds.amount', 'No threshold')}
        {amountField('perTransaction', 'At most each payment', 'spendingLimits.perTransactionLimit', '')}
        {amountField('daily', 'At most each day', 'spendingLimits.dailyLimit')}
        {amountField('monthly', 'At most each month', 'spendingLimits.monthlyLimit')}
        <TextInput
          label="Payments each day"
          inputMode="numeric"
          placeholder="No limit"
          value={draft.dailyCount}
          error={errorOf('spendingLimits.dailyTransactionLimit')}
          onChange={(event) => set('dailyCount', event.currentTarget.value)}
        />
      </div>
      <Checkbox.Group
        label="Permissions"
        value={[...draft.permissions]}
        error={errorOf('permissions')}
        onChange={(value) => set('permissions', value as AgentPermission[])}
      >
        <Stack gap="xs" mt="xs">
          {permissions.map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      {accounts.length > 0 && (
        <Stack gap="sm">
          <Switch
            label="Only some accounts of the customer"
            checked={draft.allowedAccountIds !== undefined}
            onChange={(event) =>
              set('allowedAccountIds', event.currentTarget.checked ? accounts.map(({ id }) => id) : undefined)
            }
          />
          {draft.allowedAccountIds && (
            <MultiSelect
              label="Accounts that the agent may use"
              data={accounts.map((account) => ({ value: account.id, label: accountLabel(account) }))}
              value={[...draft.allowedAccountIds]}
              error={errorOf('accountRestrictions.allowedAccountIds')}
              onChange={(value) => set('allowedAccountIds', value)}
            />
          )}
          <Text size="sm" fw={500}>
            Rules of single accounts
          </Text>
          {accounts.map((account) => {
            const index = draft.accounts.findIndex(({ accountId }) => accountId === account.id);
            const rule = draft.accounts[index];
            const path = `accountRestrictions.accountRules.${index}`;
            return (
              <Group key={account.id} align="flex-end" gap="sm">
                <Select
                  label={accountLabel(account)}
                  w={260}
                  maw="100%"
                  allowDeselect={false}
                  data={[
                    { value: '', label: 'As the policy' },
                    { value: 'AUTO', label: 'Without approval' },
                    { value: 'APPROVAL_REQUIRED', label: 'With approval' },
                  ]}
                  value={rule?.mode ?? ''}
                  error={errorOf(`${path}.accountId`) ?? errorOf(`${path}.executionMode`)}
                  onChange={(value) =>
                    setAccount(account.id, { mode: (value ?? '') as AgentExecutionMode | '' })
                  }
                />
                <TextInput
                  label={`At most each payment, ${draft.currency}`}
                  aria-label={`At most each payment from ${accountLabel(account)}`}
                  w={200}
                  inputMode="decimal"
                  placeholder="As the policy"
                  value={rule?.limit ?? ''}
                  error={errorOf(`${path}.perTransactionLimit`)}
                  onChange={(event) => setAccount(account.id, { limit: event.currentTarget.value })}
                />
              </Group>
            );
          })}
        </Stack>
      )}
    </Stack>
  );
}
