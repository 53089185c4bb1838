/** The verification of a customer: its state, its documents, and the decision of a reviewer. */
import { Alert, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { Status, words } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { useRole } from '../../session/session.tsx';
import type { CustomerPartsFragment, CustomerVerificationsQuery } from './customer.documents.ts';
import {
  CustomerVerificationsDocument,
  DecideVerificationDocument,
  SubmitForVerificationDocument,
} from './customer.documents.ts';
import classes from './customers.module.css';
import { type DocumentProblems, Documents } from './document-review.tsx';
import { MatchList } from './match-list.tsx';
import { ScreeningMatchesDocument } from './screening.documents.ts';

type Verification = CustomerVerificationsQuery['verifications']['nodes'][number];

const underReview: ReadonlySet<string> = new Set(['IN_PROGRESS', 'PENDING_MANUAL_REVIEW']);

const decisions = {
  APPROVED: 'Approve',
  REJECTED: 'Reject',
  RESOLVE_ERRORS: 'Ask for corrections',
} as const;
type Decision = keyof typeof decisions;

/** What is missing before a decision can be recorded. */
function missing(
  decision: Decision | undefined,
  note: string,
  problems: DocumentProblems,
): string | undefined {
  if (!decision) return 'Choose a decision.';
  if (decision === 'APPROVED' && problems.size > 0) return 'Not every document is accepted.';
  if (decision === 'RESOLVE_ERRORS' && problems.size === 0) return 'Say what is wrong with a document.';
  if (decision === 'REJECTED' && note.trim() === '' && problems.size === 0)
    return 'A rejection needs a reason.';
  return undefined;
}

function Review({
  verification,
  problems,
  onMissingReasons,
  onDecided,
}: {
  readonly verification: Verification;
  readonly problems: DocumentProblems;
  /** The documents that are not accepted, without a reason. */
  readonly onMissingReasons: (ids: readonly string[]) => void;
  readonly onDecided: () => void;
}) {
  const { run, isRunning, problem } = useOperation(DecideVerificationDocument);
  const [decision, setDecision] = useState<Decision>();
  const [note, setNote] = useState('');
  const [message, setMessage] = useState<string>();
  const decide = async (event: FormEvent) => {
    event.preventDefault();
    const found = missing(decision, note, problems);
    setMessage(found);
    const withoutReason = [...problems].filter(([, { reason }]) => reason.trim() === '').map(([id]) => id);
    onMissingReasons(withoutReason);
    if (found !== undefined || !decision || withoutReason.length > 0) return;
    const { record } = await run({
      input: {
        verificationId: verification.id,
        decision,
        ...(problems.size > 0 && {
          problems: [...problems].map(([resourceId, { type, reason }]) => ({
            resourceId,
            type,
            reason: reason.trim(),
          })),
        }),
        ...(note.trim() !== '' && { note: note.trim() }),
      },
    });
    if (record) onDecided();
  };
  return (
    <form onSubmit={(event) => void decide(event)}>
      <Stack gap="sm" maw={520}>
        {problem && !problem.fields.has('note') && <ProblemNotice problem={problem} />}
        <Radio.Group
          label="Decision"
          description="Open the documents below first. Corrections ask for those that are not accepted."
          value={decision ?? null}
          error={message}
          onChange={(value) => setDecision(value as Decision)}
        >
          <Group mt="xs">
            {Object.entries(decisions).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Group>
        </Radio.Group>
        <Textarea
          label="Internal note; for a rejection the reason"
          autosize
          minRows={2}
          maxLength={1_000}
          value={note}
          error={problem?.fields.get('note')}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isRunning}>
            Record the decision
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The matches of the customer and its beneficial owners with sanctions lists. Nothing without matches. */
function Matches({ customerId, onDecided }: { readonly customerId: string; readonly onDecided: () => void }) {
  const { data, problem, isRefreshing, reload } = useData(
    ScreeningMatchesDocument,
    { filter: { customerId }, first: 100 },
    { types: ['ScreeningMatch'] },
  );
  const matches = data?.screeningMatches.nodes ?? [];
  if (problem) return <ProblemNotice problem={problem} onRetry={reload} />;
  if (matches.length === 0) return null;
  return (
    <Section title="Matches with sanctions lists">
      <MatchList
        matches={matches}
        isRefreshing={isRefreshing}
        onDecided={() => {
          reload();
          onDecided();
        }}
      />
    </Section>
  );
}

export function VerificationPanel({
  customer,
  onChanged,
}: {
  readonly customer: CustomerPartsFragment;
  readonly onChanged: () => void;
}) {
  const { data, problem, isLoading, reload } = useData(
    CustomerVerificationsDocument,
    { id: customer.id },
    { types: ['Verification', 'Document'] },
  );
  const submit = useOperation(SubmitForVerificationDocument);
  const mayManage = useRole('MANAGE');
  const [problems, setProblems] = useState<DocumentProblems>(new Map());
  const [withoutReason, setWithoutReason] = useState<readonly string[]>([]);
  if (isLoading) return <LoadingRows />;
  if (!data) return <ProblemNotice problem={problem} onRetry={reload} />;
  const [current] = data.verifications.nodes;
  const changed = () => {
    setProblems(new Map());
    setWithoutReason([]);
    reload();
    onChanged();
  };
  const isReviewed = mayManage && current !== undefined && underReview.has(current.verificationStatus);
  const canSubmit =
    mayManage && !customer.isDeleted && (!current || current.verificationStatus === 'RESOLVE_ERRORS');
  return (
    <div className={classes.stack}>
      <Section title="Verification">
        <Stack gap="md">
          {current ? (
            <Group>
              <Status value={current.verificationStatus} />
              <Text size="sm" c="dimmed">
                since <Time at={current.updatedAt} />
              </Text>
            </Group>
          ) : (
            <Text>
              This customer has not been submitted for verification. Add documents over the API first where
              they are required.
            </Text>
          )}
          {current && current.errors.length > 0 && (
            <Alert color="yellow" title="What has to be resolved">
              <ul className={classes.problems}>
                {current.errors.map((error) => (
                  <li key={`${error.resourceId} ${error.type} ${error.field}`}>
                    {error.reason}
                    {error.acceptedDocumentTypes &&
                      ` Accepted: ${error.acceptedDocumentTypes.map(words).join(', ').toLowerCase()}.`}
                  </li>
                ))}
              </ul>
            </Alert>
          )}
          <ProblemNotice problem={submit.problem} />
          {canSubmit && (
            <Group>
              <Button
                loading={submit.isRunning}
                onClick={() =>
                  void submit.run({ input: { customerId: customer.id } }).then(({ record }) => {
                    if (record) changed();
                  })
                }
              >
                Submit for verification
              </Button>
            </Group>
          )}
          {current && isReviewed && (
            <Review
              key={current.id}
              verification={current}
              problems={problems}
              onMissingReasons={setWithoutReason}
              onDecided={changed}
            />
          )}
        </Stack>
      </Section>
      <Matches customerId={customer.id} onDecided={changed} />
      <Section title="Documents">
        <Documents
          documents={data.documents.nodes}
          customerId={customer.id}
          mayOpen={mayManage}
          review={
            isReviewed
              ? {
                  problems,
                  messages: new Map(withoutReason.map((id) => [id, 'Enter a reason.'])),
                  onChange: setProblems,
                }
              : undefined
          }
        />
      </Section>
    </div>
  );
}
