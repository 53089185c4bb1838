/** The fields of a bank connection. The account, its currency and the format never change after the creation. */
import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import type { BankCalendar, BankExchangeKind, BankFormat } from '@payments-platform/client/operations';
import { type FormEvent, useState } from 'react';
import { messageAt, type Problem } from '../../api/problem.ts';
import { ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import classes from './banks.module.css';
import { accountFields, type ConnectionDraft, exchangeFields } from './connection-draft.ts';
import { accountTexts, exchangeTexts } from './field-texts.ts';
import { TextFields } from './text-fields.tsx';

const formatLabels: Readonly<Record<BankFormat, string>> = {
  ISO20022: 'ISO 20022 (SEPA and others)',
  NACHA: 'NACHA (ACH in the United States)',
};
const exchangeLabels: Readonly<Record<BankExchangeKind, string>> = {
  SFTP: 'SFTP server of the bank',
  S3: 'Bucket of an object storage',
  FOLDER: 'Folder of this server',
};
const calendarLabels: Readonly<Record<BankCalendar, string>> = {
  TARGET: 'TARGET (euro area)',
  FEDWIRE: 'Fedwire (United States)',
  WEEKDAYS: 'Monday to Friday',
};

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The zones that the browser knows, with UTC and the one that is chosen. */
const zonesWith = (chosen: string): readonly string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen === '' ? [] : [chosen])]),
];

export function ConnectionForm({
  draft,
  codes,
  hasSecret,
  errors,
  problem,
  isRunning,
  button,
  onChange,
  onSubmit,
}: {
  readonly draft: ConnectionDraft;
  /** The currencies of the platform, for a new connection; undefined for one that exists. */
  readonly codes: readonly string[] | undefined;
  /** Whether the exchange of this kind has a stored secret. */
  readonly hasSecret: boolean;
  /** Messages of the page, by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly problem: Problem | undefined;
  readonly isRunning: boolean;
  readonly button: string;
  readonly onChange: (draft: ConnectionDraft) => void;
  readonly onSubmit: () => void;
}) {
  const [zones] = useState(() => zonesWith(draft.timeZone));
  const isNew = codes !== undefined;
  const set = <K extends keyof ConnectionDraft>(name: K, value: ConnectionDraft[K]) =>
    onChange({ ...draft, [name]: value });
  const errorAt = (path: string) => errors[path] ?? messageAt(problem, path);
  // The message of the exchange as a whole is about its secret.
  const secretError = problem?.fields.get('exchange');
  const text = (
    name: 'name' | 'times' | 'maxPaymentsPerFile' | 'preNotificationDays' | 'openingBalance' | 'reviewAbove',
    label: string,
    description: string,
    path: string = name,
  ) => (
    <TextInput
      label={label}
      description={description}
      maxLength={name === 'times' ? 200 : 100}
      required={name === 'name' || name === 'times'}
      value={draft[name]}
      error={errorAt(path)}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  );
  const chooseFormat = (format: BankFormat) =>
    onChange({
      ...draft,
      format,
      calendar: format === 'NACHA' ? 'FEDWIRE' : 'TARGET',
      currency: format === 'NACHA' ? 'USD' : draft.currency,
    });
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="lg">
        <Section title="Connection">
          <div className={classes.fields}>
            {text('name', 'Name', 'For people')}
            {isNew && (
              <>
                <Select
                  label="Files"
                  description="Ask the bank which it reads"
                  allowDeselect={false}
                  data={optionsOf(formatLabels)}
                  value={draft.format}
                  error={errorAt('format')}
                  onChange={(value) => chooseFormat(value as BankFormat)}
                />
                <Select
                  label="Currency"
                  description="One active connection for each"
                  searchable
                  required
                  data={[...codes]}
                  value={draft.currency || null}
                  error={errorAt('currency')}
                  onChange={(value) => set('currency', value ?? '')}
                />
                {text('openingBalance', 'Opening balance', 'Before the first statement. Empty: 0')}
              </>
            )}
            {text('reviewAbove', 'Two persons above', 'Totals of files, and deposits. Empty: no limit')}
            {text('maxPaymentsPerFile', 'Payments in a file, at most', 'Empty: 100000')}
            {draft.format === 'ISO20022' &&
              text(
                'preNotificationDays',
                'Days before direct debits',
                'For the message to debtors. Empty: 14',
              )}
          </div>
        </Section>
        {isNew && (
          <Section title="Account at the bank">
            <Stack gap="md">
              <TextFields
                names={accountFields[draft.format]}
                texts={accountTexts}
                values={draft.account}
                errorOf={(name) => errorAt(`account.${name}`)}
                onChange={(name, value) => set('account', { ...draft.account, [name]: value })}
              />
              {draft.format === 'NACHA' && (
                <Checkbox
                  label="Each batch has an entry to this account"
                  description="Some banks require it"
                  checked={draft.balancedBatches}
                  onChange={(event) => set('balancedBatches', event.currentTarget.checked)}
                />
              )}
            </Stack>
          </Section>
        )}
        <Section title="Cut-offs">
          <div className={classes.fields}>
            {text('times', 'Times', 'Separated by commas, such as 09:30, 14:00', 'cutOffs.times')}
            <Select
              label="Time zone"
              description="Of the times and of the bank's days"
              searchable
              allowDeselect={false}
              limit={50}
              data={[...zones]}
              value={draft.timeZone || null}
              error={errorAt('cutOffs.timeZone')}
              onChange={(value) => set('timeZone', value ?? '')}
            />
            <Select
              label="Business days"
              description="No file is made on other days"
              allowDeselect={false}
              data={optionsOf(calendarLabels)}
              value={draft.calendar}
              error={errorAt('cutOffs.calendar')}
              onChange={(value) => set('calendar', value as BankCalendar)}
            />
          </div>
        </Section>
        <Section title="Exchange of files">
          <Stack gap="md">
            <Select
              label="Files are exchanged by"
              maw={320}
              allowDeselect={false}
              data={optionsOf(exchangeLabels)}
              value={draft.exchangeKind}
              error={errorAt('exchange.kind')}
              onChange={(value) => set('exchangeKind', value as BankExchangeKind)}
            />
            <TextFields
              names={exchangeFields[draft.exchangeKind]}
              texts={exchangeTexts(hasSecret)}
              values={draft.exchange}
              errorOf={(name) =>
                errorAt(`exchange.${name}`) ?? (name === 'password' ? secretError : undefined)
              }
              onChange={(name, value) => set('exchange', { ...draft.exchange, [name]: value })}
            />
          </Stack>
        </Section>
        {problem && (problem.fields.size === 0 || problem.fields.has('id')) && (
          <ProblemNotice problem={problem} />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isRunning}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
