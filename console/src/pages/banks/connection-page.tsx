/** One bank connection: its state, an exchange now, its settings, and its end. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { Confirmation } from '../../components/confirmation.tsx';
import { CopyableId } from '../../components/copyable.tsx';
import { Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { DetailList, Section } from '../../components/page.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { useRole } from '../../session/session.tsx';
import { BankRecordPage } from './banks-page.tsx';
import { draftOf, updateInput } from './connection-draft.ts';
import { ConnectionForm } from './connection-form.tsx';
import {
  BankConnectionDocument,
  CloseBankConnectionDocument,
  type ConnectionDetailPartsFragment,
  ExchangeBankFilesDocument,
  UpdateBankConnectionDocument,
} from './connections.documents.ts';
import { formats, LastExchange } from './connections-page.tsx';

type Connection = ConnectionDetailPartsFragment;

function Summary({ connection }: { readonly connection: Connection }) {
  const { account, cutOffs } = connection;
  return (
    <Section title="State">
      <DetailList
        details={[
          { label: 'Status', value: <Status value={connection.status} /> },
          { label: 'Last exchange', value: <LastExchange connection={connection} /> },
          { label: 'Next cut-off', value: connection.nextCutOffAt && <Time at={connection.nextCutOffAt} /> },
          { label: 'Last cut-off', value: connection.lastCutOffAt && <Time at={connection.lastCutOffAt} /> },
          { label: 'Cut-offs', value: `${cutOffs.times.join(', ')} (${cutOffs.timeZone})` },
          { label: 'Files', value: formats[connection.format] },
          { label: 'Currency', value: connection.currency.code },
          { label: 'Holder of the account', value: account.name },
          { label: 'IBAN', value: account.iban },
          { label: 'BIC', value: account.bic },
          { label: 'Account number', value: account.accountNumber },
          { label: 'Routing number', value: account.routingNumber },
          { label: 'Bank', value: account.bankName },
          { label: 'Creditor identifier', value: account.creditorId },
          { label: 'Company identification', value: account.companyId },
          { label: 'Opening balance', value: <Money value={connection.openingBalance} /> },
          {
            label: 'Two persons above',
            value: connection.reviewAbove && <Money value={connection.reviewAbove} />,
          },
          { label: 'Connection', value: <CopyableId id={connection.id} /> },
        ]}
      />
    </Section>
  );
}

function ExchangeNow({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { run, isRunning, problem } = useOperation(ExchangeBankFilesDocument);
  const [done, setDone] = useState<string>();
  const exchange = async () => {
    setDone(undefined);
    const { record } = await run({ id });
    if (!record) return;
    setDone(record.exchangeError ?? 'The files were exchanged.');
    onDone();
  };
  return (
    <>
      <Group gap="sm">
        <Button loading={isRunning} onClick={() => void exchange()}>
          Exchange now
        </Button>
        <Text size="sm" c="dimmed">
          The service also does it every minute.
        </Text>
      </Group>
      <ProblemNotice problem={problem} />
      <div role="status">{done && <Alert color="blue">{done}</Alert>}</div>
    </>
  );
}

function Change({ connection, onSaved }: { readonly connection: Connection; readonly onSaved: () => void }) {
  const { run, isRunning, problem } = useOperation(UpdateBankConnectionDocument);
  const [before, setBefore] = useState(() => draftOf(connection));
  const [draft, setDraft] = useState(before);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSaved, setSaved] = useState(false);
  const submit = async () => {
    setSaved(false);
    const { input, errors: found } = updateInput(draft, before, connection.currency);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const { record } = await run({ id: connection.id, input });
    if (!record) return;
    const saved = draftOf(record);
    setBefore(saved);
    setDraft(saved);
    setSaved(true);
    onSaved();
  };
  return (
    <>
      <ConnectionForm
        draft={draft}
        codes={undefined}
        hasSecret={draft.exchangeKind === before.exchangeKind && before.exchangeKind !== 'FOLDER'}
        errors={errors}
        problem={problem}
        isRunning={isRunning}
        button="Save connection"
        onChange={(next) => {
          setSaved(false);
          setDraft(next);
        }}
        onSubmit={() => void submit()}
      />
      <div role="status">
        {isSaved && <Alert color="blue">Saved. It applies to the next exchange.</Alert>}
      </div>
    </>
  );
}

function Close({ id, onClosed }: { readonly id: string; readonly onClosed: () => void }) {
  const { run, isRunning, problem, clear } = useOperation(CloseBankConnectionDocument);
  const [isOpen, setOpen] = useState(false);
  const close = async () => {
    const { record } = await run({ id });
    if (!record) return;
    setOpen(false);
    onClosed();
  };
  return (
    <>
      <div>
        <Button
          variant="default"
          color="red"
          onClick={() => {
            clear();
            setOpen(true);
          }}
        >
          Close connection
        </Button>
      </div>
      <Confirmation
        isOpen={isOpen}
        title="Close the connection?"
        button="Close it"
        isRunning={isRunning}
        problem={problem}
        onConfirm={() => void close()}
        onClose={() => setOpen(false)}
      >
        No more files are exchanged, and it cannot be opened again. All its payments must be settled.
      </Confirmation>
    </>
  );
}

function ConnectionDetail({ id }: { readonly id: string }) {
  const { data, problem, isLoading, reload } = useData(BankConnectionDocument, { id });
  const [mayManage, mayTransact] = [useRole('MANAGE'), useRole('TRANSACT')];
  const connection = data?.bankConnection;
  if (isLoading) return <LoadingRows />;
  if (!data) return <ProblemNotice problem={problem} onRetry={reload} />;
  if (!connection) {
    return <EmptyState title="This connection does not exist">It may belong to another platform.</EmptyState>;
  }
  const isActive = connection.status === 'ACTIVE';
  return (
    <>
      <Text size="lg" fw={600}>
        {connection.name}
      </Text>
      {isActive && mayTransact && <ExchangeNow id={id} onDone={reload} />}
      <Summary connection={connection} />
      <Group gap="md">
        <Link to={`/banks/files?connection=${id}`}>Its files</Link>
        <Link to={`/banks/reconciliation?connection=${id}`}>Its reconciliation</Link>
      </Group>
      {isActive && mayManage && mayTransact && (
        <>
          <Change key={id} connection={connection} onSaved={reload} />
          <Close id={id} onClosed={reload} />
        </>
      )}
      {isActive && !(mayManage && mayTransact) && (
        <RoleNotice roles={['MANAGE', 'TRANSACT']} purpose="change and close the connection" />
      )}
    </>
  );
}

export function Component() {
  const { id = '' } = useParams();
  return (
    <BankRecordPage title="Bank connection" back={{ to: '/banks', label: 'Banks' }}>
      <ConnectionDetail key={id} id={id} />
    </BankRecordPage>
  );
}
