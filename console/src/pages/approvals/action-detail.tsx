/** One action with everything that an approver needs. */
import { Alert, Anchor, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { CopyableId } from '../../components/copyable.tsx';
import { useKeys } from '../../components/keyboard.ts';
import { Amount, formatMoney, Money, useCurrency } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { type Detail, DetailList, Section } from '../../components/page.tsx';
import { bankText, customerName, payeeName } from '../../components/parties.ts';
import { Status, words } from '../../components/status.tsx';
import { RelativeTime, Time } from '../../components/time.tsx';
import { useRole, useSession } from '../../session/session.tsx';
import { useInbox } from '../../shell/inbox.tsx';
import type { ActionPartsFragment } from './approvals.documents.ts';
import { ActionDetailDocument } from './approvals.documents.ts';
import classes from './approvals.module.css';
import { Decision, type Verdict } from './decision.tsx';
import { LimitBars } from './limit-bars.tsx';
import { Repricings } from './repricings.tsx';
import { hasSeveralVotes, Votes, waitsForOthers } from './votes.tsx';

const ruleTexts: Readonly<Record<string, string>> = {
  APPROVAL_THRESHOLD: 'The amount is above the threshold of the policy.',
  ACCOUNT_RULE: 'The policy requires approval for payments from this account.',
  DEFAULT_EXECUTION_MODE: 'The policy requires approval for every payment.',
};

function ReasonForApproval({ action }: { readonly action: ActionPartsFragment }) {
  const { approvalReason: reason } = action;
  if (!reason) return null;
  const details: Detail[] = [
    { label: 'Amount', value: <Money value={{ amount: reason.requested, currency: reason.currency }} /> },
    {
      label: 'Threshold',
      value: reason.threshold !== null && (
        <Money value={{ amount: reason.threshold, currency: reason.currency }} />
      ),
    },
    { label: 'Rule', value: words(reason.rule) },
  ];
  return (
    <Section title="Why it needs approval">
      <Text size="sm" mb="sm">
        {ruleTexts[reason.rule] ?? action.reason}
      </Text>
      <DetailList details={details.filter(({ value }) => value !== false)} />
    </Section>
  );
}

function PaymentDetails({ action }: { readonly action: ActionPartsFragment }) {
  const { sourceAccount, sendingAmount, receivingAmount } = action;
  const isConversion = sendingAmount.currency.code !== receivingAmount.currency.code;
  return (
    <Section title="Payment">
      <DetailList
        details={[
          { label: 'Payee', value: payeeName(action.payee) },
          { label: 'Account of the payee', value: action.payee && bankText(action.payee) },
          { label: 'Payee receives', value: <Money value={receivingAmount} /> },
          {
            label: 'Fees, included',
            value: action.fees > 0 && (
              <Money value={{ amount: action.fees, currency: sendingAmount.currency }} />
            ),
          },
          {
            label: 'Rate',
            value:
              isConversion &&
              action.exchangeRate !== null &&
              `${action.exchangeRate} ${sendingAmount.currency.code} per ${receivingAmount.currency.code}`,
          },
          { label: 'Memo', value: action.description },
          { label: 'Customer', value: customerName(action.customer) },
          { label: 'Requested by', value: action.agent.name },
          {
            label: 'Available in the account',
            value: sourceAccount.availableBalance !== null && (
              <Amount amount={sourceAccount.availableBalance} code={sourceAccount.currency} />
            ),
          },
          { label: 'Account', value: <CopyableId id={sourceAccount.id} /> },
          { label: 'Quote', value: action.quote && <CopyableId id={action.quote.id} /> },
          { label: 'Requested', value: <Time at={action.createdAt} /> },
          { label: 'Action', value: <CopyableId id={action.id} /> },
        ].filter(({ value }) => value !== false)}
      />
    </Section>
  );
}

function PolicySummary({ action }: { readonly action: ActionPartsFragment }) {
  const { policy } = action.agent;
  const threshold = policy.approvalThresholds;
  const currency = useCurrency(threshold?.currency ?? policy.spendingLimits.currency);
  const amount = threshold?.amount ?? null;
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {action.agent.name}:{' '}
      {policy.defaultExecutionMode === 'AUTO' ? 'pays without approval' : 'needs approval for every payment'}
      {policy.defaultExecutionMode === 'AUTO' &&
        amount !== null &&
        ` up to ${formatMoney({ amount, currency })}`}
      {action.agent.isPaused && '. The agent is paused.'}
    </Text>
  );
}

function Outcome({ action }: { readonly action: ActionPartsFragment }) {
  const { decision, transaction, status } = action;
  return (
    <Section title="Outcome">
      <Stack gap="sm">
        {decision ? (
          <Text>
            {decision.isApproved ? 'Approved' : 'Rejected'} by <strong>{decision.decidedBy}</strong>,{' '}
            <Time at={decision.decidedAt} />
            {decision.comment && !hasSeveralVotes(action) && (
              <Text component="span" className={classes.comment}>
                {decision.comment}
              </Text>
            )}
          </Text>
        ) : (
          <Text>
            {status === 'FAILED'
              ? `Not executed: ${words(action.failureReason ?? 'UNKNOWN').toLowerCase()}.`
              : 'Executed under the policy, without a person.'}
          </Text>
        )}
        {decision && action.failureReason && (
          <Text>Execution failed: {words(action.failureReason).toLowerCase()}.</Text>
        )}
        {transaction && (
          <Anchor component={Link} to={`/payments/${transaction.id}`}>
            Payment: {words(transaction.status).toLowerCase()}
          </Anchor>
        )}
      </Stack>
    </Section>
  );
}

function History({ action }: { readonly action: ActionPartsFragment }) {
  if (action.history.length === 0) {
    return (
      <Section title="Earlier payments to this payee">
        <Alert color="yellow" variant="light">
          This agent has not paid this payee before.
        </Alert>
      </Section>
    );
  }
  return (
    <Section title="Earlier payments to this payee">
      <ul className={classes.history}>
        {action.history.map((earlier) => (
          <li key={earlier.id}>
            <Anchor component={Link} to={`/approvals/${earlier.id}`}>
              <Time at={earlier.createdAt} />
            </Anchor>
            <Money value={earlier.sendingAmount} />
            <Status value={earlier.status} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function ActionDetail({ id }: { readonly id: string }) {
  const { data, problem, isLoading, reload } = useData(ActionDetailDocument, { id });
  const { actions } = useInbox();
  const mayDecide = useRole('APPROVE');
  const { member } = useSession();
  const [verdict, setVerdict] = useState<Verdict>();
  const action = data?.agentAction ?? undefined;
  const isWaiting = action?.status === 'PENDING_APPROVAL';
  // Another person may vote or decide while this one reads.
  const live = actions?.find((one) => one.id === id);
  const isInInbox = actions && live !== undefined;
  const hasNewVote = action !== undefined && live !== undefined && live.updatedAt > action.updatedAt;
  useEffect(() => {
    if (isWaiting && (isInInbox === false || hasNewVote)) reload();
  }, [isWaiting, isInInbox, hasNewVote, reload]);
  const canDecide = isWaiting && mayDecide;
  const canVote = canDecide && !waitsForOthers(action, member.id);
  useKeys(canVote ? { a: () => setVerdict('approve'), r: () => setVerdict('reject') } : {});

  if (isLoading) return <LoadingRows count={5} height={72} />;
  if (problem && !action) return <ProblemNotice problem={problem} onRetry={reload} />;
  if (!action) {
    return (
      <EmptyState title="This action does not exist">
        It may belong to another platform. The inbox has all actions that wait for you.
      </EmptyState>
    );
  }
  return (
    <article className={classes.detail} aria-label={`Payment to ${payeeName(action.payee)}`}>
      <header className={classes.detailHeader}>
        <div>
          <Text size="sm" c="dimmed">
            {words(action.type)} to
          </Text>
          <Title order={2} size="h3" className={classes.payee}>
            {payeeName(action.payee)}
          </Title>
        </div>
        <div className={classes.amount}>
          <Money value={action.sendingAmount} />
        </div>
        <div className={classes.state}>
          <Status value={action.status} />
          {isWaiting && (
            <Text size="sm" c="dimmed">
              Expires <RelativeTime at={action.expiresAt} />
            </Text>
          )}
        </div>
      </header>
      {canDecide && (
        <div className={classes.decision}>
          <Decision action={action} verdict={verdict} onVerdict={setVerdict} onDecided={reload} />
        </div>
      )}
      {isWaiting && !mayDecide && (
        <Alert color="blue">You can see this action. A member with the role Approve can decide it.</Alert>
      )}
      {!isWaiting && <Outcome action={action} />}
      {action.repricings.length > 0 && <Repricings action={action} />}
      {hasSeveralVotes(action) && <Votes action={action} />}
      <ReasonForApproval action={action} />
      {action.limits.length > 0 && (
        <Section title="Limits of the agent">
          <LimitBars limits={action.limits} requested={isWaiting ? action.sendingAmount : undefined} />
          <PolicySummary action={action} />
        </Section>
      )}
      <PaymentDetails action={action} />
      <History action={action} />
    </article>
  );
}
