/** A new bank connection. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { useCurrencyOf } from '../../components/money.tsx';
import { LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { useRole } from '../../session/session.tsx';
import { BankRecordPage } from './banks-page.tsx';
import { createInput, newDraft } from './connection-draft.ts';
import { ConnectionForm } from './connection-form.tsx';
import { CreateBankConnectionDocument, PlatformCurrenciesDocument } from './connections.documents.ts';

function NewConnection() {
  const { data, problem, isLoading, reload } = useData(PlatformCurrenciesDocument, {});
  const create = useOperation(CreateBankConnectionDocument);
  const [draft, setDraft] = useState(newDraft);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const currencyOf = useCurrencyOf();
  const navigate = useNavigate();
  const submit = async () => {
    const { input, errors: found } = createInput(draft, currencyOf(draft.currency));
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const { record } = await create.run({ input });
    if (record) void navigate(`/banks/connections/${record.id}`);
  };
  if (isLoading) return <LoadingRows />;
  if (!data) return <ProblemNotice problem={problem} onRetry={reload} />;
  return (
    <ConnectionForm
      draft={draft}
      codes={data.platformConfig.currencies.map(({ currencyCode }) => currencyCode)}
      hasSecret={false}
      errors={errors}
      problem={create.problem}
      isRunning={create.isRunning}
      button="Create connection"
      onChange={setDraft}
      onSubmit={() => void submit()}
    />
  );
}

export function Component() {
  const mayCreate = [useRole('MANAGE'), useRole('TRANSACT')].every(Boolean);
  return (
    <BankRecordPage title="New connection" back={{ to: '/banks', label: 'Banks' }}>
      {mayCreate ? (
        <NewConnection />
      ) : (
        <RoleNotice roles={['MANAGE', 'TRANSACT']} purpose="create connections" />
      )}
    </BankRecordPage>
  );
}
