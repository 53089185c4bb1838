/** One unmatched deposit: who paid and why no account matched, and its assignment or return. */
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { formatMoney, Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { DetailList, Section } from '../../components/page.tsx';
import { RecordId } from '../../components/records.tsx';
import { Status, words } from '../../components/status.tsx';
import { CalendarDate, Time } from '../../components/time.tsx';
import { useRole, useSession } from '../../session/session.tsx';
import { AccountSearch } from './account-search.tsx';
import { Decisions, DecisionWindow, hasDecided, SecondPersonNotice } from './bank-decisions.tsx';
import { BankRecordPage } from './banks-page.tsx';
import {
  AssignDepositDocument,
  type DepositDetailPartsFragment,
  ReturnDepositDocument,
  UnmatchedDepositDocument,
} from './deposits.documents.ts';

type Deposit = DepositDetailPartsFragment;

const decisionTexts = { ASSIGN: 'Assignment to an account', RETURN: 'Return to the depositor' } as const;

function Summary({ deposit }: { readonly deposit: Deposit }) {
  const { depositor, entry, decidedAccount, transaction } = deposit;
  return (
    <Section title="Deposit">
      <DetailList
        details={[
          { label: 'Status', value: <Status value={deposit.status} /> },
          { label: 'Amount', value: <Money value={deposit.amount} /> },
          { label: 'Why it was not credited', value: deposit.reason },
          { label: 'Depositor', value: depositor?.name ?? 'Not named by the bank' },
          { label: 'Account of the depositor', value: depositor?.account },
          { label: 'Bank of the depositor', value: depositor?.bic ?? depositor?.routingNumber },
          { label: 'Text', value: deposit.remittance },
          { label: 'Booked', value: <CalendarDate date={entry.bookedOn} /> },
          { label: 'Reference of the bank', value: entry.bankReference },
          { label: 'Decision', value: deposit.decision && decisionTexts[deposit.decision] },
          { label: 'Assigned account', value: decidedAccount && <RecordId id={decidedAccount.id} /> },
          { label: 'Payment', value: transaction && <RecordId id={transaction.id} /> },
          { label: 'Entry', value: <RecordId id={entry.id} /> },
          {
            label: 'Connection',
            value: (
              <Anchor component={Link} to={`/banks/connections/${deposit.connection.id}`} size="sm">
                {deposit.connection.name}
              </Anchor>
            ),
          },
          { label: 'Recorded', value: <Time at={deposit.createdAt} /> },
        ]}
      />
    </Section>
  );
}

/** Repeats the decision that waits for a second person, or makes another, which starts again. */
function Decide({ deposit, onDecided }: { readonly deposit: Deposit; readonly onDecided: () => void }) {
  const mayDecide = useRole('APPROVE');
  const { member } = useSession();
  const assign = useOperation(AssignDepositDocument);
  const giveBack = useOperation(ReturnDepositDocument);
  const [verdict, setVerdict] = useState<'ASSIGN' | 'RETURN'>();
  const [chosen, setChosen] = useState({ owner: '', accountId: '' });
  if (!mayDecide) return <RoleNotice roles={['APPROVE']} purpose="assign and return deposits" />;
  if (hasDecided(deposit.decisions, member.id)) return <SecondPersonNotice what="the decision" />;

  const { amount, decision, decidedAccount, connection } = deposit;
  const limit = connection.reviewAbove?.amount;
  const needsTwo = limit !== undefined && amount.amount > limit;
  const confirmedId = decision === 'ASSIGN' ? decidedAccount?.id : undefined;
  const open = (next: 'ASSIGN' | 'RETURN') => {
    assign.clear();
    giveBack.clear();
    setVerdict(next);
  };
  const finish = (problem: { readonly code: string } | undefined) => {
    // Another person may have decided first.
    if (!problem || problem.code === 'CONFLICT') onDecided();
    if (!problem) setVerdict(undefined);
  };
  const runAssign = async (accountId: string, comment: string | null) =>
    finish((await assign.run({ id: deposit.id, accountId, comment })).problem);
  const runReturn = async (comment: string | null) =>
    finish((await giveBack.run({ id: deposit.id, comment })).problem);
  const text = formatMoney(amount);
  const then =
    needsTwo && deposit.decisions.length === 0 ? ' after a second person has decided the same' : '';
  return (
    <Section title="Decision">
      {deposit.status === 'IN_REVIEW' && decision && (
        <Alert color="blue" mb="sm">
          {decisionTexts[decision]} waits for a second person. Another decision starts again with its first
          person.
        </Alert>
      )}
      <Group gap="sm">
        <Button onClick={() => open('ASSIGN')}>
          {confirmedId === undefined ? 'Assign to an account' : 'Confirm the assignment'}
        </Button>
        <Button variant="default" onClick={() => open('RETURN')}>
          {decision === 'RETURN' ? 'Confirm the return' : 'Return to the depositor'}
        </Button>
      </Group>
      <DecisionWindow
        key={verdict ?? 'none'}
        isOpen={verdict === 'ASSIGN'}
        title="Assign the deposit"
        text={`${text} are credited to the account${then}.`}
        button={confirmedId === undefined ? 'Assign deposit' : 'Confirm assignment'}
        isReady={confirmedId !== undefined || chosen.accountId !== ''}
        isRunning={assign.isRunning}
        problem={assign.problem}
        onDecide={(comment) => void runAssign(confirmedId ?? chosen.accountId, comment)}
        onClose={() => setVerdict(undefined)}
      >
        {confirmedId === undefined ? (
          <AccountSearch
            currency={amount.currency.code}
            value={chosen}
            error={assign.problem?.fields.get('accountId')}
            onChange={setChosen}
          />
        ) : (
          <Text size="sm" component="div">
            {decidedAccount && words(decidedAccount.type)} <RecordId id={confirmedId} />
            {assign.problem?.fields.get('accountId') && (
              <Text size="sm" c="red" role="alert">
                {assign.problem.fields.get('accountId')}
              </Text>
            )}
          </Text>
        )}
      </DecisionWindow>
      <DecisionWindow
        key={`return/${verdict}`}
        isOpen={verdict === 'RETURN'}
        title="Return the deposit?"
        text={`${text} are sent back to the account of the depositor by the next file${then}.`}
        button="Return deposit"
        isDangerous
        isRunning={giveBack.isRunning}
        problem={giveBack.problem}
        onDecide={(comment) => void runReturn(comment)}
        onClose={() => setVerdict(undefined)}
      />
    </Section>
  );
}

function DepositDetail({ id }: { readonly id: string }) {
  const { data, problem, isLoading, reload } = useData(UnmatchedDepositDocument, { id });
  const deposit = data?.unmatchedDeposit;
  if (isLoading) return <LoadingRows />;
  if (!data) return <ProblemNotice problem={problem} onRetry={reload} />;
  if (!deposit) {
    return <EmptyState title="This deposit does not exist">It may belong to another platform.</EmptyState>;
  }
  const isUndecided = deposit.status === 'OPEN' || deposit.status === 'IN_REVIEW';
  return (
    <>
      {isUndecided && <Decide deposit={deposit} onDecided={reload} />}
      <Decisions
        decisions={deposit.decisions}
        textOf={() => (deposit.decision ? decisionTexts[deposit.decision] : 'Decided')}
      />
      <Summary deposit={deposit} />
    </>
  );
}

export function Component() {
  const { id = '' } = useParams();
  return (
    <BankRecordPage title="Unmatched deposit" back={{ to: '/banks/deposits', label: 'Unmatched deposits' }}>
      <DepositDetail key={id} id={id} />
    </BankRecordPage>
  );
}
