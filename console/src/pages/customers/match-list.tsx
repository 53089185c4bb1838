/** Matches with sanctions lists: a reviewer clears or confirms each, with a comment. */
import { Button, Group, Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useOperation } from '../../api/operation.ts';
import { ProblemNotice } from '../../components/notices.tsx';
import { customerName } from '../../components/parties.ts';
import { Status } from '../../components/status.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useRole } from '../../session/session.tsx';
import { DecideScreeningMatchDocument, type MatchPartsFragment } from './screening.documents.ts';

const decisions = {
  CLEARED: 'Clear: it is somebody else',
  CONFIRMED: 'Confirm: it is the one on the list',
} as const;
type Decision = keyof typeof decisions;

function DecideMatch({
  match,
  onDecided,
  onClose,
}: {
  readonly match: MatchPartsFragment;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}) {
  const { run, isRunning, problem } = useOperation(DecideScreeningMatchDocument);
  const [decision, setDecision] = useState<Decision>();
  const [comment, setComment] = useState('');
  const [isChecked, setChecked] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!decision || comment.trim() === '') return;
    const { record } = await run({ input: { matchId: match.id, decision, comment: comment.trim() } });
    if (record) onDecided();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {customerName(match.customer)} and “{match.matchedName}” ({match.entryId}), score {match.score}
        </Text>
        {problem && !problem.fields.has('comment') && <ProblemNotice problem={problem} />}
        <Radio.Group
          label="Decision"
          description="A confirmation rejects the customer, also if it was approved before."
          value={decision ?? null}
          error={isChecked && !decision ? 'Choose a decision.' : undefined}
          onChange={(value) => setDecision(value as Decision)}
        >
          <Stack gap="xs" mt="xs">
            {Object.entries(decisions).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label="Reason"
          autosize
          minRows={2}
          maxLength={1_000}
          value={comment}
          error={
            isChecked && comment.trim() === '' ? 'A decision needs a reason.' : problem?.fields.get('comment')
          }
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isRunning} {...(decision === 'CONFIRMED' && { color: 'red' })}>
            Record the decision
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function MatchList({
  matches,
  showsCustomer = false,
  isRefreshing,
  onDecided,
}: {
  readonly matches: readonly MatchPartsFragment[];
  /** In a list of several customers. Each row is a link to its customer. */
  readonly showsCustomer?: boolean;
  readonly isRefreshing: boolean;
  readonly onDecided: () => void;
}) {
  const mayManage = useRole('MANAGE');
  const [open, setOpen] = useState<MatchPartsFragment>();
  const columns: Column<MatchPartsFragment>[] = [
    ...(showsCustomer
      ? [{ header: 'Customer', cell: ({ customer }: MatchPartsFragment) => customerName(customer) }]
      : []),
    {
      header: 'Name on the list',
      cell: ({ matchedName, subjectId, customer }) => (
        <>
          {matchedName}
          {subjectId !== customer.id && (
            <Text component="span" size="sm" c="dimmed">
              {' '}
              of a beneficial owner
            </Text>
          )}
        </>
      ),
    },
    { header: 'Score', isNumeric: true, cell: ({ score }) => score },
    { header: 'Entry', cell: ({ entryId, program }) => [entryId, program].filter(Boolean).join(', ') },
    { header: 'Found', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { header: 'Status', cell: ({ status }) => <Status value={status} /> },
    { header: 'Reason', cell: ({ comment }) => comment ?? '–' },
    ...(mayManage
      ? [
          {
            header: 'Decision',
            cell: (match: MatchPartsFragment) => (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${match.status === 'OPEN' ? 'Decide' : 'Change the decision'} about ${match.matchedName}, ${match.entryId}`}
                onClick={(event) => {
                  // The row is a link in a list of several customers.
                  event.stopPropagation();
                  setOpen(match);
                }}
              >
                {match.status === 'OPEN' ? 'Decide' : 'Change'}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <DataTable
        label="Matches"
        rows={matches}
        columns={columns}
        isRefreshing={isRefreshing}
        {...(showsCustomer && {
          linkTo: ({ customer }: MatchPartsFragment) => `/customers/${customer.id}?tab=verification`,
        })}
      />
      <Modal
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title="Match with a sanctions list"
        centered
      >
        {open && (
          <DecideMatch
            match={open}
            onClose={() => setOpen(undefined)}
            onDecided={() => {
              setOpen(undefined);
              onDecided();
            }}
          />
        )}
      </Modal>
    </>
  );
}
