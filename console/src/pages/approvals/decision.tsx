/** Approve or reject, with a comment. Nothing is shown as decided before the service has confirmed it. */
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { CheckIcon, Cross2Icon } from '@radix-ui/react-icons';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { formatMoney } from '../../components/money.tsx';
import { ProblemNotice } from '../../components/notices.tsx';
import { payeeName } from '../../components/parties.ts';
import { useSession } from '../../session/session.tsx';
import type { ActionPartsFragment } from './approvals.documents.ts';
import { ApproveActionDocument, CommentRuleDocument, RejectActionDocument } from './approvals.documents.ts';
import { isLateApprovable, percentProblem, ToleranceField, toleranceIn } from './tolerance-field.tsx';
import { waitsForOthers } from './votes.tsx';

export type Verdict = 'approve' | 'reject';

const maxCommentLength = 500;

/** The action is in another state than this page shows. */
const outdated: ReadonlySet<string> = new Set([
  'AGENT_ACTION_NOT_PENDING',
  'AGENT_ACTION_ALREADY_VOTED',
  'AGENT_ACTION_REPRICED',
]);

export function Decision({
  action,
  verdict,
  onVerdict,
  onDecided,
}: {
  readonly action: ActionPartsFragment;
  readonly verdict: Verdict | undefined;
  readonly onVerdict: (verdict: Verdict | undefined) => void;
  /** Called also when another person decided first. */
  readonly onDecided: () => void;
}) {
  const { member } = useSession();
  const { data } = useData(CommentRuleDocument, {});
  const needsComment = data?.platformConfig.approvals.requireComment;
  const [comment, setComment] = useState('');
  const [percent, setPercent] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const approve = useOperation(ApproveActionDocument);
  const reject = useOperation(RejectActionDocument);
  const isApproval = verdict === 'approve';
  const operation = verdict === 'reject' ? reject : approve;
  const isRunning = approve.isRunning || reject.isRunning;

  useEffect(() => {
    if (verdict) field.current?.focus();
  }, [verdict]);

  const choose = (next: Verdict | undefined) => {
    approve.clear();
    reject.clear();
    onVerdict(next);
  };

  const decide = async (event: FormEvent) => {
    event.preventDefault();
    if (!verdict || isRunning || (isApproval && percentProblem(percent))) return;
    const text = comment.trim() === '' ? null : comment.trim();
    const outcome =
      verdict === 'approve'
        ? await approve.run({
            id: action.id,
            comment: text,
            quoteId: action.quote?.id ?? null,
            tolerance: toleranceIn(percent),
          })
        : await reject.run({ id: action.id, reason: text });
    if (outcome.problem && !outdated.has(outcome.problem.code)) return;
    onDecided();
  };

  const missing = action.requiredApprovals - action.approvalsGiven;
  if (waitsForOthers(action, member.id)) {
    return (
      <Stack gap="sm">
        <ProblemNotice problem={operation.problem} />
        <Alert color="blue" role="status">
          You have approved this action. It waits for{' '}
          {missing === 1 ? 'one more approval' : `${missing} more approvals`}.
        </Alert>
      </Stack>
    );
  }

  if (!verdict) {
    return (
      <Group gap="sm" grow>
        <Button
          size="md"
          color="green"
          leftSection={<CheckIcon aria-hidden />}
          onClick={() => choose('approve')}
        >
          Approve
        </Button>
        <Button
          size="md"
          color="red"
          variant="default"
          leftSection={<Cross2Icon aria-hidden />}
          onClick={() => choose('reject')}
        >
          Reject
        </Button>
      </Group>
    );
  }
  const fieldMessage = operation.problem?.fields.get(isApproval ? 'comment' : 'reason');
  return (
    <form onSubmit={(event) => void decide(event)} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          {isApproval
            ? `${formatMoney(action.sendingAmount)} will be sent to ${payeeName(action.payee)}${missing > 1 ? ` after ${missing} approvals, of which this is one` : ''}.`
            : 'No money will move. The agent sees the reason.'}
        </Text>
        {!fieldMessage && <ProblemNotice problem={operation.problem} />}
        <Textarea
          ref={field}
          label={`${isApproval ? 'Comment' : 'Reason'}${needsComment === false ? ' (optional)' : ''}`}
          required={needsComment === true}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={maxCommentLength}
          value={comment}
          error={fieldMessage}
          onChange={(event) => setComment(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') choose(undefined);
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void decide(event);
          }}
        />
        {isApproval && isLateApprovable(action) && (
          <ToleranceField action={action} percent={percent} onChange={setPercent} />
        )}
        <Group gap="sm" grow>
          <Button type="submit" size="md" color={isApproval ? 'green' : 'red'} loading={isRunning}>
            {isApproval ? 'Approve payment' : 'Reject payment'}
          </Button>
          <Button size="md" variant="default" disabled={isRunning} onClick={() => choose(undefined)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
