/** The documents of a customer: a reviewer opens each, and says what is wrong with it. */
import { Button, Group, Modal, Select, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { readDocument } from '../../api/files.ts';
import type { Problem } from '../../api/problem.ts';

import { saveBlob } from '../../components/csv.ts';
import { EmptyState, ProblemNotice } from '../../components/notices.tsx';
import { words } from '../../components/status.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type { CustomerVerificationsQuery } from './customer.documents.ts';
import classes from './customers.module.css';

export type CustomerDocument = CustomerVerificationsQuery['documents']['nodes'][number];

/** What is wrong with a document, and why. */
export interface DocumentProblem {
  readonly type: string;
  readonly reason: string;
}
export type DocumentProblems = ReadonlyMap<string, DocumentProblem>;

const problemTypes = {
  UNREADABLE_DOCUMENT: 'Cannot be read',
  POOR_QUALITY_DOCUMENT: 'Poor quality',
  INCOMPLETE_DOCUMENT: 'Pages are missing',
  EXPIRED_DOCUMENT: 'Expired',
  WRONG_DOCUMENT_TYPE: 'Another document is needed',
  INVALID_DOCUMENT: 'Not valid',
  SUSPECTED_FRAUD_DOCUMENT: 'Suspected fraud',
} as const;

const nameOf = ({ documentType, side }: CustomerDocument): string =>
  [words(documentType), side && words(side).toLowerCase()].filter(Boolean).join(', ');

interface OpenImage {
  readonly title: string;
  readonly url: string;
}

/** Images are shown. A PDF is saved, because its viewer runs scripts of the file. */
function OpenDocument({ document }: { readonly document: CustomerDocument }) {
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [image, setImage] = useState<OpenImage>();
  useEffect(() => (image ? () => URL.revokeObjectURL(image.url) : undefined), [image]);
  const isImage = document.mediaType.startsWith('image/');
  const open = async () => {
    setLoading(true);
    setProblem(undefined);
    const file = await readDocument(document.id);
    setLoading(false);
    if (!(file instanceof Blob)) setProblem(file);
    else if (isImage) setImage({ title: nameOf(document), url: URL.createObjectURL(file) });
    else saveBlob(document.fileName, file);
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={isLoading}
        aria-label={`${isImage ? 'View' : 'Save'} ${nameOf(document)}, ${document.fileName}`}
        onClick={() => void open()}
      >
        {isImage ? 'View' : 'Save'}
      </Button>
      <ProblemNotice problem={problem} />
      <Modal opened={image !== undefined} onClose={() => setImage(undefined)} title={image?.title} size="xl">
        {image && (
          <img src={image.url} alt={`${image.title}: ${document.fileName}`} className={classes.scan} />
        )}
      </Modal>
    </>
  );
}

function Finding({
  document,
  problem,
  message,
  onChange,
}: {
  readonly document: CustomerDocument;
  readonly problem: DocumentProblem | undefined;
  readonly message: string | undefined;
  readonly onChange: (problem: DocumentProblem | undefined) => void;
}) {
  return (
    <div className={classes.finding}>
      <Select
        size="xs"
        aria-label={`Result for ${nameOf(document)}, ${document.fileName}`}
        allowDeselect={false}
        value={problem?.type ?? 'ACCEPTED'}
        data={[
          { value: 'ACCEPTED', label: 'Accepted' },
          ...Object.entries(problemTypes).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(type) =>
          onChange(type === null || type === 'ACCEPTED' ? undefined : { type, reason: problem?.reason ?? '' })
        }
      />
      {problem && (
        <TextInput
          size="xs"
          aria-label={`Reason for ${nameOf(document)}, ${document.fileName}`}
          placeholder="Reason, for the customer"
          maxLength={500}
          value={problem.reason}
          error={message}
          onChange={(event) => onChange({ ...problem, reason: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

export function Documents({
  documents,
  customerId,
  mayOpen,
  review,
}: {
  readonly documents: readonly CustomerDocument[];
  readonly customerId: string;
  readonly mayOpen: boolean;
  /** Present while the documents are reviewed. */
  readonly review?:
    | {
        readonly problems: DocumentProblems;
        readonly messages: ReadonlyMap<string, string>;
        readonly onChange: (problems: DocumentProblems) => void;
      }
    | undefined;
}) {
  if (documents.length === 0) {
    return (
      <EmptyState title="No documents">Documents are uploaded over the API or by the hosted page.</EmptyState>
    );
  }
  const change = (id: string, problem: DocumentProblem | undefined) => {
    const next = new Map(review?.problems);
    if (problem) next.set(id, problem);
    else next.delete(id);
    review?.onChange(next);
  };
  const columns: Column<CustomerDocument>[] = [
    {
      header: 'Document',
      cell: (document) => (
        <>
          {nameOf(document)}
          {document.documentHolder !== customerId && (
            <Text component="span" size="sm" c="dimmed">
              {' '}
              of a beneficial owner
            </Text>
          )}
        </>
      ),
    },
    { header: 'File name', cell: ({ fileName }) => <span className={classes.fileName}>{fileName}</span> },
    { header: 'Number', cell: ({ documentNumber }) => documentNumber ?? '–' },
    { header: 'Country', cell: ({ country }) => country },
    { header: 'Uploaded', cell: ({ createdAt }) => <Time at={createdAt} /> },
    ...(mayOpen
      ? [{ header: 'File', cell: (one: CustomerDocument) => <OpenDocument document={one} /> }]
      : []),
    ...(review
      ? [
          {
            header: 'Result',
            cell: (one: CustomerDocument) => (
              <Finding
                document={one}
                problem={review.problems.get(one.id)}
                message={review.messages.get(one.id)}
                onChange={(problem) => change(one.id, problem)}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <DataTable label="Documents" rows={documents} columns={columns} />
      {mayOpen && (
        <Group mt="xs">
          <Text size="sm" c="dimmed">
            The audit log has who opens a file.
          </Text>
        </Group>
      )}
    </>
  );
}
