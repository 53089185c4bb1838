/** Imports customers from a file. The rows are checked first, and imported when a person has seen the result. */
import { Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { uploadImport } from '../../api/files.ts';
import { useData } from '../../api/hooks.ts';
import type { Problem } from '../../api/problem.ts';
import { ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { Page, Section } from '../../components/page.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import { useRole } from '../../session/session.tsx';
import { CustomerImportDocument, type CustomerImportQuery } from './imports.documents.ts';

type Import = NonNullable<CustomerImportQuery['customerImport']>;
type RowError = Import['errors'][number] & { readonly id: string };

const pollMs = 1_000;
const isFinished = ({ status }: Import): boolean => status === 'COMPLETED' || status === 'FAILED';
const rows = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'row' : 'rows'}`;

/** The import with this id, loaded again until it has finished. */
function useImport(id: string | undefined) {
  const { data, problem, reload } = useData(CustomerImportDocument, { id: id ?? '' }, { pause: !id });
  const found = id !== undefined && data?.customerImport?.id === id ? data.customerImport : undefined;
  const isRunning = id !== undefined && !(found && isFinished(found));
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(reload, pollMs);
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  return { found, problem, isRunning };
}

const errorColumns: readonly Column<RowError>[] = [
  { header: 'Row', cell: ({ row }) => row.toLocaleString(), isNumeric: true },
  { header: 'Customer', cell: ({ correlationId }) => correlationId },
  {
    header: 'Problem',
    cell: ({ message, fields }) =>
      fields.length > 0 ? fields.map((field) => `${field.path}: ${field.message}`).join('; ') : message,
  },
];

function Result({ found }: { readonly found: Import }) {
  const { progress, dryRun, errors } = found;
  const percent = progress.total === 0 ? 0 : (100 * progress.processed) / progress.total;
  return (
    <Section title={dryRun ? 'Check' : 'Import'}>
      <Stack gap="md">
        {!isFinished(found) && <Progress value={percent} aria-label="Progress" />}
        <Text role="status">
          {isFinished(found)
            ? `${rows(progress.successful)} ${dryRun ? 'without errors' : 'imported'}, ${rows(progress.failed)} with errors.`
            : `${rows(progress.processed)} of ${progress.total.toLocaleString()} processed.`}
        </Text>
        {errors.length > 0 && (
          <DataTable
            label="Rows with errors"
            rows={errors.map((error) => ({ ...error, id: String(error.row) }))}
            columns={errorColumns}
          />
        )}
        {progress.failed > errors.length && (
          <Text c="dimmed" size="sm">
            The first {errors.length} of {progress.failed.toLocaleString()} rows with errors are shown.
          </Text>
        )}
      </Stack>
    </Section>
  );
}

export function Component() {
  const mayManage = useRole('MANAGE');
  const [file, setFile] = useState<File | null>(null);
  const [importId, setImportId] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [rejection, setRejection] = useState<Problem>();
  // The same import when the request is repeated, another one for another file.
  const keys = useRef({ check: crypto.randomUUID(), start: crypto.randomUUID() });
  const { found, problem, isRunning } = useImport(importId);

  const choose = (chosen: File | null) => {
    keys.current = { check: crypto.randomUUID(), start: crypto.randomUUID() };
    setFile(chosen);
    setImportId(undefined);
    setRejection(undefined);
  };
  const send = async (dryRun: boolean) => {
    if (!file) return;
    setSending(true);
    setRejection(undefined);
    const sent = await uploadImport(file, { dryRun, key: dryRun ? keys.current.check : keys.current.start });
    setSending(false);
    if (typeof sent === 'string') setImportId(sent);
    else setRejection(sent);
  };

  if (!mayManage) return <RoleNotice roles={['MANAGE']} purpose="import customers" />;
  const isBusy = isSending || isRunning;
  const isChecked = found?.dryRun === true && isFinished(found) && found.progress.successful > 0;
  const isImported = found?.dryRun === false && isFinished(found);
  return (
    <Page title="Import customers" back={{ to: '/customers', label: 'Customers' }}>
      <Section title="File">
        <Stack gap="md" maw={520}>
          <FileInput
            label="CSV or NDJSON"
            description="One customer in each row, up to 100 MB. A CSV file has a header with the names of its columns."
            placeholder="Choose a file"
            accept=".csv,.ndjson,.jsonl"
            value={file}
            disabled={isBusy}
            onChange={choose}
          />
          {rejection && <ProblemNotice problem={rejection} />}
          {rejection && rejection.fields.size > 0 && (
            <ul>
              {[...rejection.fields].map(([path, message]) => (
                <li key={path}>
                  {path}: {message}
                </li>
              ))}
            </ul>
          )}
          <Group justify="flex-end">
            {isImported ? (
              <Button component={Link} to="/customers">
                Show customers
              </Button>
            ) : (
              <>
                <Button
                  variant={isChecked ? 'default' : 'filled'}
                  disabled={!file}
                  loading={isBusy && !isChecked}
                  onClick={() => void send(true)}
                >
                  Check
                </Button>
                <Button disabled={!isChecked} loading={isBusy && isChecked} onClick={() => void send(false)}>
                  Import {isChecked ? rows(found.progress.successful) : ''}
                </Button>
              </>
            )}
          </Group>
        </Stack>
      </Section>
      {problem && <ProblemNotice problem={problem} />}
      {found && <Result found={found} />}
    </Page>
  );
}
