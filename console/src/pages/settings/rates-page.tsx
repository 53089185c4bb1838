/** Spread and fees of the platform, in general and by corridor, and the rates that they apply to. */
import { Button, Modal, Stack, Text } from '@mantine/core';
import type { RateCorridorInput } from '@payments-platform/client/operations';
import { PlusIcon } from '@radix-ui/react-icons';
import { type FormEvent, useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { messageAt } from '../../api/problem.ts';
import { ListButton } from '../../components/list-button.tsx';
import { Amount } from '../../components/money.tsx';
import { LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import { useRole } from '../../session/session.tsx';
import { CorridorForm } from './corridor-form.tsx';
import { RateFeeFields } from './rate-fee-fields.tsx';
import { RateHistory } from './rate-history.tsx';
import {
  type CorridorPartsFragment,
  RateSettingsDocument,
  type RateSettingsPartsFragment,
  SetRateSettingsDocument,
} from './rates.documents.ts';
import { corridorInput, feesDraft, parseFees, percentText, smallestUnit } from './rates-draft.ts';
import { SettingsPage } from './settings-page.tsx';

const anyCurrency = { sending: smallestUnit, receiving: smallestUnit };

function GeneralTerms({
  stored,
  mayManage,
  onSaved,
}: {
  readonly stored: RateSettingsPartsFragment;
  readonly mayManage: boolean;
  readonly onSaved: () => void;
}) {
  const { run, isRunning, problem } = useOperation(SetRateSettingsDocument);
  const [draft, setDraft] = useState(() => feesDraft(stored, anyCurrency));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSaved, setSaved] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSaved(false);
    const { parsed, errors: found } = parseFees(draft, anyCurrency);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const { record } = await run({ input: { ...parsed, spread: parsed.spread ?? '0' } });
    if (!record) return;
    setSaved(true);
    onSaved();
  };
  return (
    <Section title="Spread and fees">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            For every corridor without its own. Fixed fees are numbers of the smallest unit of each currency:
            100 is 1.00 USD, and 100 JPY. An empty fee is the one of the deployment.
          </Text>
          {problem?.fields.size === 0 && <ProblemNotice problem={problem} />}
          <RateFeeFields
            draft={draft}
            units={{ fixed: 'smallest units', counterpartyFixed: 'smallest units' }}
            placeholder={mayManage ? 'As the deployment' : ''}
            isDisabled={!mayManage}
            errorOf={(name) => errors[name] ?? messageAt(problem, name === 'spread' ? name : `fees.${name}`)}
            onChange={(next) => {
              setSaved(false);
              setDraft(next);
            }}
          />
          {mayManage && (
            <div>
              <Button type="submit" loading={isRunning}>
                Save spread and fees
              </Button>
            </div>
          )}
          <div role="status">
            {isSaved && <Text size="sm">Saved. It applies to prices from now on.</Text>}
          </div>
        </Stack>
      </form>
    </Section>
  );
}

/** Percentages, and amounts in their currency; a dash for what is as in general. */
const corridorColumns: readonly Column<CorridorPartsFragment & { readonly id: string }>[] = [
  { header: 'Corridor', cell: ({ sending, receiving }) => <strong>{`${sending} to ${receiving}`}</strong> },
  {
    header: 'Spread',
    isNumeric: true,
    cell: ({ spread }) => (spread === null ? '–' : `${percentText(spread)} %`),
  },
  {
    header: 'Variable fee',
    isNumeric: true,
    cell: ({ fees }) => (fees.variableRate === null ? '–' : `${percentText(fees.variableRate)} %`),
  },
  {
    header: 'Fixed fee',
    isNumeric: true,
    cell: ({ fees, sending }) => (fees.fixed === null ? '–' : <Amount amount={fees.fixed} code={sending} />),
  },
  {
    header: 'Counterparty',
    isNumeric: true,
    cell: ({ fees, receiving }) =>
      fees.counterpartyFixed === null ? '–' : <Amount amount={fees.counterpartyFixed} code={receiving} />,
  },
];

function Corridors({
  corridors,
  codes,
  mayManage,
  isRefreshing,
  onSaved,
}: {
  readonly corridors: readonly CorridorPartsFragment[];
  readonly codes: readonly string[];
  readonly mayManage: boolean;
  readonly isRefreshing: boolean;
  readonly onSaved: () => void;
}) {
  const { run, isRunning, problem, clear } = useOperation(SetRateSettingsDocument);
  const [index, setIndex] = useState<number>();
  const edited = index === undefined ? undefined : corridors[index];
  const open = (next: number) => {
    clear();
    setIndex(next);
  };
  const close = () => setIndex(undefined);
  const save = async (list: readonly RateCorridorInput[]) => {
    const { record } = await run({ input: { corridors: list } });
    if (!record) return;
    close();
    onSaved();
  };
  const stored = corridors.map(corridorInput);
  const change: Column<CorridorPartsFragment & { readonly id: string }> = {
    header: 'Actions',
    cell: (one) => (
      <ListButton
        size="compact-sm"
        variant="default"
        isRefreshing={isRefreshing}
        aria-label={`Change ${one.sending} to ${one.receiving}`}
        onClick={() => open(corridors.findIndex((other) => idOf(other) === one.id))}
      >
        Change
      </ListButton>
    ),
  };
  return (
    <Section
      title="Corridors"
      actions={
        mayManage && (
          <ListButton
            size="compact-sm"
            variant="default"
            leftSection={<PlusIcon aria-hidden />}
            isRefreshing={isRefreshing}
            onClick={() => open(corridors.length)}
          >
            Add corridor
          </ListButton>
        )
      }
    >
      {corridors.length === 0 ? (
        <Text size="sm" c="dimmed">
          No direction of payment has a spread or fees of its own.
        </Text>
      ) : (
        <DataTable
          label="Corridors with their own terms"
          rows={corridors.map((one) => ({ ...one, id: idOf(one) }))}
          columns={mayManage ? [...corridorColumns, change] : corridorColumns}
        />
      )}
      <Modal
        opened={index !== undefined}
        onClose={close}
        title={edited ? `${edited.sending} to ${edited.receiving}` : 'Add a corridor'}
        centered
      >
        {index !== undefined && (
          <CorridorForm
            stored={edited}
            codes={codes}
            problem={problem}
            errorPath={`corridors.${index}`}
            isRunning={isRunning}
            onSave={(input) => void save(stored.toSpliced(index, 1, input))}
            onRemove={edited && (() => void save(stored.toSpliced(index, 1)))}
            onClose={close}
          />
        )}
      </Modal>
    </Section>
  );
}

const idOf = ({ sending, receiving }: CorridorPartsFragment): string => `${sending}/${receiving}`;

export function Component() {
  const mayManage = useRole('MANAGE');
  const { data, problem, isLoading, isRefreshing, reload } = useData(RateSettingsDocument, {});
  const config = data?.platformConfig;
  const codes = config?.currencies.map(({ currencyCode }) => currencyCode) ?? [];
  return (
    <SettingsPage title="Rates">
      {!mayManage && <RoleNotice roles={['MANAGE']} purpose="change spread and fees" />}
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {config && (
        <>
          <GeneralTerms stored={config.rates} mayManage={mayManage} onSaved={reload} />
          <Corridors
            corridors={config.rates.corridors}
            codes={codes}
            mayManage={mayManage}
            isRefreshing={isRefreshing}
            onSaved={reload}
          />
          <RateHistory codes={codes} />
        </>
      )}
    </SettingsPage>
  );
}
