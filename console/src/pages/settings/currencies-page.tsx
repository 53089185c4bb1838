/** The currencies of the platform and the limits of payments in them. */
import { Modal, Stack, Text } from '@mantine/core';
import type { CurrencyConfigInput } from '@payments-platform/client/operations';
import { PlusIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { ListButton } from '../../components/list-button.tsx';
import { Amount, useCurrencies } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { words } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { useRole } from '../../session/session.tsx';
import { CurrencyForm } from './currency-form.tsx';
import {
  CurrencyListDocument,
  type CurrencySettingsFragment,
  SetCurrenciesDocument,
} from './settings.documents.ts';
import { SettingsPage } from './settings-page.tsx';

type Configured = CurrencySettingsFragment;

/** The list of the API without this currency's other fields, which then do not change. */
const unchanged = ({ currencyCode, minAmount, maxAmount }: Configured): CurrencyConfigInput => ({
  currencyCode,
  minAmount,
  maxAmount,
});

const neededData = ({ requiredCounterpartyFields: fields }: Configured): string =>
  fields.map(({ name, mandatory }) => `${words(name)}${mandatory ? '' : ' (optional)'}`).join(', ') || 'None';

function CurrencyWindow({
  edited,
  configured,
  onClose,
  onSaved,
}: {
  /** Undefined for a currency that is added. */
  readonly edited: Configured | undefined;
  readonly configured: readonly Configured[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { run, isRunning, problem } = useOperation(SetCurrenciesDocument);
  const all = useCurrencies();
  const codes = configured.map(({ currencyCode }) => currencyCode);
  const index = edited ? codes.indexOf(edited.currencyCode) : codes.length;
  const save = async (currencies: readonly CurrencyConfigInput[]) => {
    const { record } = await run({ currencies });
    if (record) onSaved();
  };
  const others = configured.map(unchanged);
  return (
    <CurrencyForm
      stored={edited}
      choices={edited ? all : all.filter(({ code }) => !codes.includes(code))}
      problem={problem}
      errorPath={`currencies.${index}`}
      isRunning={isRunning}
      onSave={(input) => void save(others.toSpliced(index, 1, input))}
      onRemove={edited && configured.length > 1 ? () => void save(others.toSpliced(index, 1)) : undefined}
      onClose={onClose}
    />
  );
}

export function Component() {
  const mayManage = useRole('MANAGE');
  const { data, problem, isLoading, isRefreshing, reload } = useData(CurrencyListDocument, {});
  const [edited, setEdited] = useState<Configured | 'new'>();
  const all = useCurrencies();
  const configured = data?.platformConfig.currencies ?? [];
  const editedCode = edited && edited !== 'new' ? edited.currencyCode : undefined;
  const close = () => setEdited(undefined);
  return (
    <SettingsPage
      title="Currencies"
      actions={
        mayManage &&
        data &&
        configured.length < all.length && (
          <ListButton
            leftSection={<PlusIcon aria-hidden />}
            isRefreshing={isRefreshing}
            onClick={() => setEdited('new')}
          >
            Add currency
          </ListButton>
        )
      }
    >
      {!mayManage && <RoleNotice roles={['MANAGE']} purpose="change currencies and limits" />}
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {data && configured.length === 0 && (
        <EmptyState title="No currencies">Add the currencies in which the platform pays.</EmptyState>
      )}
      {configured.length > 0 && (
        <Stack gap="sm">
          <DataTable
            label="Currencies"
            rows={configured.map((one) => ({ ...one, id: one.currencyCode }))}
            isRefreshing={isRefreshing}
            columns={[
              { header: 'Currency', cell: ({ currencyCode }) => <strong>{currencyCode}</strong> },
              {
                header: 'At least',
                isNumeric: true,
                cell: ({ minAmount, currencyCode }) => <Amount amount={minAmount} code={currencyCode} />,
              },
              {
                header: 'At most',
                isNumeric: true,
                cell: ({ maxAmount, currencyCode }) => <Amount amount={maxAmount} code={currencyCode} />,
              },
              {
                header: 'Directions',
                cell: ({ enabledTransactionTypes }) => enabledTransactionTypes.map(words).join(', '),
              },
              { header: 'Data of counterparties', cell: neededData },
              ...(mayManage
                ? [
                    {
                      header: 'Actions',
                      cell: (one: Configured) => (
                        <ListButton
                          size="compact-sm"
                          variant="default"
                          isRefreshing={isRefreshing}
                          aria-label={`Change ${one.currencyCode}`}
                          onClick={() => setEdited(one)}
                        >
                          Change
                        </ListButton>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          <Text size="sm" c="dimmed">
            Limits are for one payment. Payments in a currency that is removed are rejected; its accounts and
            their balances stay.
          </Text>
        </Stack>
      )}
      <Modal
        opened={edited !== undefined}
        onClose={close}
        title={editedCode ? `Limits of ${editedCode}` : 'Add a currency'}
        centered
      >
        {edited && data && (
          <CurrencyWindow
            edited={edited === 'new' ? undefined : edited}
            configured={configured}
            onClose={close}
            onSaved={() => {
              close();
              reload();
            }}
          />
        )}
      </Modal>
    </SettingsPage>
  );
}
