/** The fields of a new payment, each with its message. */
import { Button, Group, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Currency } from '../../components/decimal-input.ts';
import { formatMoney, useCurrencies } from '../../components/money.tsx';
import { words } from '../../components/status.tsx';
import { useSession } from '../../session/session.tsx';
import type { Draft } from './draft.ts';
import { PayerSelect } from './payer-select.tsx';
import { type Parties, receiverText } from './use-parties.ts';

const purposes = [
  'DONATION',
  'EDUCATION',
  'GIFT',
  'GOODS_OR_SERVICES',
  'HEALTH_OR_MEDICAL',
  'LOAN_PAYMENT',
  'OTHER',
  'REAL_ESTATE_PURCHASE',
  'SELF',
  'TAX_PAYMENT',
  'TRAVEL',
  'UTILITY_BILL',
] as const;

const outcomes = [
  'COMPLETED',
  'COMPLETED_AND_REFUNDED',
  'COMPLETED_LATE',
  'FAILED',
  'FAILED_AFTER_COMPLETION',
  'FAILED_AFTER_PROCESSING',
  'FAILED_WITHOUT_REFUND',
  'LIGHTNING_PAYMENT_FAILED',
] as const;

const options = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }));

export function PaymentForm({
  draft,
  parties,
  currency,
  isRunning,
  problems,
  errorOf,
  onChange,
}: {
  readonly draft: Draft;
  readonly parties: Parties;
  /** The currency of the amount, once it is known. */
  readonly currency: Currency | undefined;
  readonly isRunning: boolean;
  /** Problems that belong to no field. */
  readonly problems: ReactNode;
  readonly errorOf: (name: keyof Draft) => string | undefined;
  readonly onChange: (changes: Partial<Draft>) => void;
}) {
  const { platform } = useSession();
  const currencies = useCurrencies();
  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => onChange({ [name]: value });
  return (
    <Stack gap="md" maw={560}>
      {problems}
      <PayerSelect
        value={draft.payer}
        label={parties.name}
        error={errorOf('payer')}
        onChange={(payer) => onChange({ payer, source: '', destination: '' })}
      />
      <Select
        label="Account"
        required
        placeholder={draft.payer === '' ? 'Choose the payer first' : 'Account that pays'}
        disabled={draft.payer === ''}
        data={parties.sources.map((account) => ({
          value: account.id,
          label: `${words(account.type)} · ${formatMoney(account.availableBalance)} available`,
          disabled: account.status !== 'ACTIVE',
        }))}
        value={draft.source === '' ? null : draft.source}
        onChange={(value) => set('source', value ?? '')}
        error={errorOf('source')}
        nothingFoundMessage="No account"
      />
      <div>
        <Text size="sm" fw={500} mb={4} id="receiver-kind">
          Receiver
        </Text>
        <SegmentedControl
          aria-labelledby="receiver-kind"
          data={[
            { value: 'account', label: 'Saved account' },
            { value: 'uma', label: 'UMA address' },
          ]}
          value={draft.receiver}
          onChange={(value) => set('receiver', value === 'uma' ? 'uma' : 'account')}
        />
      </div>
      {draft.receiver === 'account' ? (
        <>
          <Select
            label="Saved account"
            required
            searchable
            disabled={draft.payer === ''}
            placeholder="Who receives the payment"
            data={parties.receivers.map((account) => ({
              value: account.id,
              label: receiverText(account),
            }))}
            value={draft.destination === '' ? null : draft.destination}
            onChange={(value) => set('destination', value ?? '')}
            error={errorOf('destination')}
            nothingFoundMessage="No saved account"
          />
          {draft.payer !== '' && parties.name !== undefined && parties.receivers.length === 0 && (
            <Text size="sm" c="dimmed">
              This customer has no saved account. Accounts that receive payments are added over the API
              (createExternalAccount).
            </Text>
          )}
        </>
      ) : (
        <Group grow align="flex-start">
          <TextInput
            label="UMA address"
            required
            placeholder="$name@domain"
            value={draft.umaAddress}
            onChange={(event) => set('umaAddress', event.currentTarget.value)}
            error={errorOf('umaAddress')}
          />
          <Select
            label="Currency that the receiver gets"
            clearable
            searchable
            data={currencies.map(({ code }) => code)}
            value={draft.umaCurrency === '' ? null : draft.umaCurrency}
            onChange={(value) => set('umaCurrency', value ?? '')}
            error={errorOf('umaCurrency')}
          />
        </Group>
      )}
      <Group grow align="flex-start">
        <TextInput
          label={`Amount${currency ? ` in ${currency.code}` : ''}`}
          required
          inputMode="decimal"
          autoComplete="off"
          value={draft.amount}
          onChange={(event) => set('amount', event.currentTarget.value)}
          error={errorOf('amount')}
        />
        <Select
          label="Fixed amount"
          allowDeselect={false}
          data={[
            { value: 'SENDING', label: 'What is sent' },
            { value: 'RECEIVING', label: 'What is received' },
          ]}
          value={draft.side}
          onChange={(value) => set('side', value === 'RECEIVING' ? 'RECEIVING' : 'SENDING')}
          error={errorOf('side')}
        />
      </Group>
      <Textarea
        label="Memo (optional)"
        autosize
        maxLength={255}
        value={draft.description}
        onChange={(event) => set('description', event.currentTarget.value)}
        error={errorOf('description')}
      />
      <Select
        label="Purpose (some countries require it)"
        clearable
        data={options(purposes)}
        value={draft.purpose === '' ? null : draft.purpose}
        onChange={(value) => set('purpose', (value ?? '') as Draft['purpose'])}
        error={errorOf('purpose')}
      />
      {platform.mode === 'SANDBOX' && (
        <Select
          label="Outcome in the sandbox (optional)"
          clearable
          data={options(outcomes)}
          value={draft.outcome === '' ? null : draft.outcome}
          onChange={(value) => set('outcome', (value ?? '') as Draft['outcome'])}
          error={errorOf('outcome')}
        />
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={isRunning}>
          Get a quote
        </Button>
      </Group>
    </Stack>
  );
}
