/** The verification of a customer: its state, its documents, and the decision of a reviewer. */
import { Alert, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { Status, words } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useRole } from '../../session/session.tsx';
import type { CustomerPartsFragment, CustomerVerificationsQuery } from './customer.documents.ts';
import {
  CustomerVerificationsDocument,
  DecideVerificationDocument,
  SubmitForVerificationDocument,
} from './customer.documents.ts';
import classes from './customers.module.css';

type Verification = CustomerVerificationsQuery['verifications']['nodes'][number];

const underReview: ReadonlySet<string> = new Set(['IN_PROGRESS', 'PENDING_MANUAL_REVIEW']);

function Review({
  verification,
  onDecided,
}: {
  readonly verification: Verification;
  readonly onDecided: () => void;
}) {
  const { run, isRunning, problem } = useOperation(DecideVerificationDocument);
  const [decision, setDecision] = useState<'APPROVED' | 'REJECTED'>();
  const [note, setNote] = useState('');
  const [message, setMessage] = useState<string>();
  const decide = async (event: FormEvent) => {
    event.preventDefault();
    if (!decision) return setMessage('Choose a decision.');
    if (decision === 'REJECTED' && note.trim() === '') return setMessage('A rejection needs a reason.');
    setMessage(undefined);
    const { record } = await run({
      input: {
        verificationId: verification.id,
        decision,
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
          value={decision ?? null}
          error={message}
          onChange={(value) => setDecision(value === 'APPROVED' ? 'APPROVED' : 'REJECTED')}
        >
          <Group mt="xs">
            <Radio value="APPROVED" label="Approve" />
            <Radio value="REJECTED" label="Reject" />
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

function Documents({ documents }: { readonly documents: CustomerVerificationsQuery['documents']['nodes'] }) {
  if (documents.length === 0) {
    return (
      <EmptyState title="No documents">Documents are uploaded over the API or by the hosted page.</EmptyState>
    );
  }
  return (
    <DataTable
      label="Documents"
      rows={documents}
      columns={[
        {
          header: 'Document',
          cell: ({ documentType, side }) =>
            [words(documentType), side && words(side)].filter(Boolean).join(', '),
        },
        { header: 'File', cell: ({ fileName }) => fileName },
        { header: 'Number', cell: ({ documentNumber }) => documentNumber ?? '–' },
        { header: 'Country', cell: ({ country }) => country },
        { header: 'Uploaded', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
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
  if (isLoading) return <LoadingRows />;
  if (!data) return <ProblemNotice problem={problem} onRetry={reload} />;
  const [current] = data.verifications.nodes;
  const changed = () => {
    reload();
    onChanged();
  };
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
          {current && mayManage && underReview.has(current.verificationStatus) && (
            <Review key={current.id} verification={current} onDecided={changed} />
          )}
        </Stack>
      </Section>
      <Section title="Documents">
        <Documents documents={data.documents.nodes} />
      </Section>
    </div>
  );
}
