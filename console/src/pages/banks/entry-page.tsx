/** One entry of a statement with its movements, and the resolution of a break by a person. */
import { Alert, Anchor, Button, Checkbox, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { DetailList, Section } from '../../components/page.tsx';
import { RecordId } from '../../components/records.tsx';
import { words } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { CalendarDate, Time } from '../../components/time.tsx';
import { useRole } from '../../session/session.tsx';
import { BankRecordPage } from './banks-page.tsx';
import {
  BankEntryDocument,
  type EntryDetailPartsFragment,
  ResolveEntryDocument,
} from './entries.documents.ts';
import { EntryState, signedAmount } from './entries-page.tsx';

type Entry = EntryDetailPartsFragment;

function Summary({ entry }: { readonly entry: Entry }) {
  const { statement } = entry;
  return (
    <Section title="Entry">
      <DetailList
        details={[
          { label: 'Booked as', value: <EntryState entry={entry} /> },
          { label: 'Amount', value: <Money value={signedAmount(entry)} /> },
          { label: 'Booked by the bank', value: <CalendarDate date={entry.bookedOn} /> },
          { label: 'Value date', value: entry.valueDate && <CalendarDate date={entry.valueDate} /> },
          { label: 'Booked in the ledger', value: entry.bookedAt && <Time at={entry.bookedAt} /> },
          { label: 'Reverses an earlier entry', value: entry.isReversal && 'Yes' },
          { label: 'Code of the bank', value: entry.bankCode },
          { label: 'Reference of the bank', value: entry.bankReference },
          {
            label: 'Statement',
            value: statement && (
              <Anchor component={Link} to={`/banks/files/${statement.file.id}`} size="sm">
                {statement.statementId}
                {statement.sequenceNumber !== null && `, number ${statement.sequenceNumber}`}
              </Anchor>
            ),
          },
          { label: 'Payment', value: entry.transaction && <RecordId id={entry.transaction.id} /> },
          {
            label: 'Connection',
            value: (
              <Anchor component={Link} to={`/banks/connections/${entry.connection.id}`} size="sm">
                {entry.connection.name}
              </Anchor>
            ),
          },
        ].filter(({ value }) => value !== false)}
      />
    </Section>
  );
}

function Break({ entry, onResolved }: { readonly entry: Entry; readonly onResolved: () => void }) {
  const mayDecide = useRole('APPROVE');
  return (
    <Section title="Break">
      <Stack gap="sm">
        <Text size="sm">
          {entry.breakKind && <strong>{words(entry.breakKind)}. </strong>}
          {entry.note}
        </Text>
        {entry.resolvedAt !== null && (
          <Alert color="blue">
            Resolved by {entry.resolvedBy}, <Time at={entry.resolvedAt} />: {entry.resolution}
          </Alert>
        )}
        {entry.resolvedAt === null && mayDecide && <Resolve entry={entry} onResolved={onResolved} />}
        {entry.resolvedAt === null && !mayDecide && (
          <RoleNotice roles={['APPROVE']} purpose="resolve the break" />
        )}
      </Stack>
    </Section>
  );
}

function Resolve({ entry, onResolved }: { readonly entry: Entry; readonly onResolved: () => void }) {
  const { run, isRunning, problem } = useOperation(ResolveEntryDocument);
  const [resolution, setResolution] = useState('');
  const [isBankFee, setBankFee] = useState(false);
  const [isExecution, setExecution] = useState(false);
  const canExecute = entry.breakKind === 'AMOUNT_DIFFERS' || entry.breakKind === 'NOT_SENT';
  const [isChecked, setChecked] = useState(false);
  const isMissing = isChecked && resolution.trim() === '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (resolution.trim() === '') return;
    const outcome = await run({ id: entry.id, resolution: resolution.trim(), isBankFee, isExecution });
    // Another person may have resolved it first.
    if (!outcome.problem || outcome.problem.code === 'CONFLICT') onResolved();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md" maw={560}>
        {!problem?.fields.has('resolution') && <ProblemNotice problem={problem} />}
        <Textarea
          label="What the entry was"
          description="For the accountant, at most 500 characters"
          required
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          value={resolution}
          error={isMissing ? 'Say what the entry was.' : problem?.fields.get('resolution')}
          onChange={(event) => setResolution(event.currentTarget.value)}
        />
        {canExecute && (
          <Checkbox
            label="The bank executed the payment by this entry"
            description="Then the payment is completed, and the break is the difference"
            checked={isExecution}
            onChange={(event) => setExecution(event.currentTarget.checked)}
          />
        )}
        <Checkbox
          label={
            isExecution ? 'The difference was a fee of the bank' : 'It was a fee or interest of the bank'
          }
          description="Then it is booked as such"
          checked={isBankFee}
          onChange={(event) => setBankFee(event.currentTarget.checked)}
        />
        <div>
          <Button type="submit" loading={isRunning}>
            Resolve break
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function Movements({ entry }: { readonly entry: Entry }) {
  if (entry.details.length === 0) return null;
  return (
    <Section title="Movements">
      {entry.detailCount > entry.details.length && (
        <Text size="sm" c="dimmed" mb="sm">
          The first {entry.details.length} of {entry.detailCount}.
        </Text>
      )}
      <DataTable
        label="Movements of the entry"
        // The order of the bank is their only identity.
        rows={entry.details.map((detail, index) => ({ ...detail, id: String(index) }))}
        columns={[
          { header: 'Other party', cell: ({ counterparty }) => counterparty?.name ?? '–' },
          { header: 'Account', cell: ({ counterparty }) => counterparty?.account ?? '–' },
          {
            header: 'Amount',
            isNumeric: true,
            cell: ({ amount }) => (amount ? <Money value={amount} /> : '–'),
          },
          { header: 'Text', cell: ({ remittance, reference }) => remittance ?? reference ?? '–' },
          { header: 'Payment reference', cell: ({ endToEndId }) => endToEndId ?? '–' },
          {
            header: 'Returned because',
            cell: ({ returnReason, returnReasonTitle }) =>
              [returnReason, returnReasonTitle].filter(Boolean).join(': ') || '–',
          },
        ]}
      />
    </Section>
  );
}

function EntryDetail({ id }: { readonly id: string }) {
  const { data, problem, isLoading, reload } = useData(BankEntryDocument, { id });
  const entry = data?.bankEntry;
  if (isLoading) return <LoadingRows />;
  if (!data) return <ProblemNotice problem={problem} onRetry={reload} />;
  if (!entry)
    return <EmptyState title="This entry does not exist">It may belong to another platform.</EmptyState>;
  return (
    <>
      {entry.kind === 'BREAK' && <Break entry={entry} onResolved={reload} />}
      <Summary entry={entry} />
      <Movements entry={entry} />
    </>
  );
}

export function Component() {
  const { id = '' } = useParams();
  return (
    <BankRecordPage title="Bank entry" back={{ to: '/banks/entries', label: 'Breaks and entries' }}>
      <EntryDetail key={id} id={id} />
    </BankRecordPage>
  );
}
