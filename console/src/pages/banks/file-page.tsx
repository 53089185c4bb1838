/** One file: what is in it, why it cannot be used, and the decision where two persons must release it. */
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { CopyableId } from '../../components/copyable.tsx';
import { formatMoney, Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { DetailList, Section } from '../../components/page.tsx';
import { Status } from '../../components/status.tsx';
import { CalendarDate, Time } from '../../components/time.tsx';
import { useRole, useSession } from '../../session/session.tsx';
import { Decisions, DecisionWindow, hasDecided, SecondPersonNotice } from './bank-decisions.tsx';
import { BankRecordPage } from './banks-page.tsx';
import { FilePayments } from './file-payments.tsx';
import { directions, kinds, levels } from './file-texts.ts';
import {
  BankFileDocument,
  CancelBankFileDocument,
  DismissBankFileDocument,
  type FileDetailPartsFragment,
  ReleaseBankFileDocument,
} from './files.documents.ts';

type BankFile = FileDetailPartsFragment;

const requiredReleases = 2;
const numberFormat = new Intl.NumberFormat();

const problems: Readonly<Partial<Record<BankFile['status'], string>>> = {
  QUARANTINED: 'In quarantine: nothing of the file is booked',
  DISMISSED: 'Dismissed: nothing of the file is booked',
  IN_REVIEW: 'The service could not write the file',
  REJECTED: 'The bank rejected the file',
  PARTIALLY_ACCEPTED: 'The bank rejected a part of the file',
};

function Problem({ file: { status, reason, line } }: { readonly file: BankFile }) {
  if (reason === null) return null;
  const isQuarantined = status === 'QUARANTINED';
  return (
    <Alert
      color={status === 'DISMISSED' ? 'gray' : 'red'}
      variant="light"
      title={problems[status] ?? 'The file had a problem'}
    >
      <Text size="sm">{reason}</Text>
      {line !== null && <Text size="sm">Line {numberFormat.format(line)}</Text>}
      {isQuarantined && (
        <Text size="sm" mt="xs">
          Ask the bank for a right file. It is read under another name or with other contents.
        </Text>
      )}
    </Alert>
  );
}

function Summary({ file }: { readonly file: BankFile }) {
  const isOutgoing = file.direction === 'OUT';
  return (
    <Section title="File">
      <DetailList
        details={[
          { label: 'Status', value: <Status value={file.status} /> },
          { label: 'Direction', value: directions[file.direction] },
          { label: 'Kind', value: file.kind && kinds[file.kind] },
          { label: 'Sent as', value: file.serviceLevel && levels[file.serviceLevel] },
          { label: isOutgoing ? 'Payments' : 'Entries and reports', value: numberFormat.format(file.count) },
          { label: 'Total', value: file.total && <Money value={file.total} /> },
          { label: 'Execution', value: file.executionDate && <CalendarDate date={file.executionDate} /> },
          {
            label: 'Connection',
            value: (
              <Anchor component={Link} to={`/banks/connections/${file.connection.id}`} size="sm">
                {file.connection.name}
              </Anchor>
            ),
          },
          { label: 'Message id', value: file.messageId },
          {
            label: 'Length',
            value: file.byteLength !== null && `${numberFormat.format(file.byteLength)} bytes`,
          },
          { label: 'Created', value: <Time at={file.createdAt} /> },
          { label: 'Updated', value: <Time at={file.updatedAt} /> },
          { label: 'File', value: <CopyableId id={file.id} /> },
        ].filter(({ value }) => value !== false)}
      />
    </Section>
  );
}

/** Release or cancel. Nothing is shown as decided before the service has confirmed it. */
function Decide({ file, onDecided }: { readonly file: BankFile; readonly onDecided: () => void }) {
  const mayDecide = useRole('APPROVE');
  const { member } = useSession();
  const release = useOperation(ReleaseBankFileDocument);
  const cancel = useOperation(CancelBankFileDocument);
  const [verdict, setVerdict] = useState<'release' | 'cancel'>();
  const [operation, isRelease] = verdict === 'cancel' ? [cancel, false] : [release, true];
  if (!mayDecide) return <RoleNotice roles={['APPROVE']} purpose="release and cancel the file" />;
  const hasReleased = hasDecided(file.decisions, member.id);
  const open = (next: 'release' | 'cancel') => {
    release.clear();
    cancel.clear();
    setVerdict(next);
  };
  const decide = async (comment: string | null) => {
    const { problem } = await operation.run({ id: file.id, comment });
    if (problem && problem.code !== 'CONFLICT') return;
    // Another person may have decided first.
    onDecided();
    if (!problem) setVerdict(undefined);
  };
  const missing = requiredReleases - file.releases;
  const payments = file.count === 1 ? '1 payment' : `${numberFormat.format(file.count)} payments`;
  const total = file.total ? formatMoney(file.total) : '';
  return (
    <Section title="Decision">
      <Text size="sm" mb="sm">
        {file.releases} of {requiredReleases} releases. Two persons must release the file; one can cancel it.
      </Text>
      {hasReleased && <SecondPersonNotice what="the release of the file" />}
      <Group gap="sm" mt="sm">
        {!hasReleased && (
          <Button color="green" onClick={() => open('release')}>
            Release
          </Button>
        )}
        <Button variant="default" color="red" onClick={() => open('cancel')}>
          Cancel the file
        </Button>
      </Group>
      <DecisionWindow
        key={verdict}
        isOpen={verdict !== undefined}
        title={isRelease ? 'Release the file?' : 'Cancel the file?'}
        text={
          isRelease
            ? `${payments}, ${total}, ${file.count === 1 ? 'is' : 'are'} sent to the bank${missing > 1 ? ' after a second release' : ' with the next exchange'}.`
            : 'Its payments fail and are refunded. This cannot be undone.'
        }
        button={isRelease ? 'Release file' : 'Cancel file'}
        isDangerous={!isRelease}
        isRunning={operation.isRunning}
        problem={operation.problem}
        onDecide={(comment) => void decide(comment)}
        onClose={() => setVerdict(undefined)}
      />
    </Section>
  );
}

/** A file in quarantine stays a break of the reconciliation until a person dismisses it. */
function Dismiss({ id, onDecided }: { readonly id: string; readonly onDecided: () => void }) {
  const mayDecide = useRole('APPROVE');
  const { run, clear, isRunning, problem } = useOperation(DismissBankFileDocument);
  const [isOpen, setOpen] = useState(false);
  if (!mayDecide) return <RoleNotice roles={['APPROVE']} purpose="dismiss the file" />;
  const dismiss = async (comment: string | null) => {
    const outcome = await run({ id, comment });
    if (outcome.problem && outcome.problem.code !== 'CONFLICT') return;
    // Another person may have dismissed it first.
    onDecided();
    if (!outcome.problem) setOpen(false);
  };
  const open = () => {
    clear();
    setOpen(true);
  };
  return (
    <Section title="Decision">
      <Text size="sm" mb="sm">
        The reconciliation names the file until you dismiss it.
      </Text>
      <Button variant="default" onClick={open}>
        Dismiss the file
      </Button>
      <DecisionWindow
        isOpen={isOpen}
        title="Dismiss the file?"
        text="Nothing of it is booked. Dismiss it when the bank has sent the same records in another file, or when you need none of them."
        button="Dismiss file"
        isRunning={isRunning}
        problem={problem}
        onDecide={(comment) => void dismiss(comment)}
        onClose={() => setOpen(false)}
      />
    </Section>
  );
}

function FileDetail({ id }: { readonly id: string }) {
  const { data, problem, isLoading, reload } = useData(BankFileDocument, { id });
  const file = data?.bankFile;
  if (isLoading) return <LoadingRows />;
  if (!data) return <ProblemNotice problem={problem} onRetry={reload} />;
  if (!file)
    return <EmptyState title="This file does not exist">It may belong to another platform.</EmptyState>;
  return (
    <>
      <Text size="lg" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Text>
      <Problem file={file} />
      {file.status === 'IN_REVIEW' && <Decide file={file} onDecided={reload} />}
      {file.status === 'QUARANTINED' && <Dismiss id={id} onDecided={reload} />}
      <Decisions
        decisions={file.decisions}
        textOf={({ isApproval }) =>
          isApproval ? 'Released' : file.status === 'DISMISSED' ? 'Dismissed' : 'Cancelled'
        }
      />
      <Summary file={file} />
      {file.total && <FilePayments fileId={id} currency={file.total.currency} />}
    </>
  );
}

export function Component() {
  const { id = '' } = useParams();
  return (
    <BankRecordPage title="Bank file" back={{ to: '/banks/files', label: 'Files' }}>
      <FileDetail key={id} id={id} />
    </BankRecordPage>
  );
}
