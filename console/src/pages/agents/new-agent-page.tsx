/** A new agent with its policy. Its device code is shown once. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { useCurrency } from '../../components/money.tsx';
import { ProblemNotice } from '../../components/notices.tsx';
import { Page, Section } from '../../components/page.tsx';
import { customerName } from '../../components/parties.ts';
import { PayerSelect, platformPayer } from '../payments/payer-select.tsx';
import { CustomerAccountsDocument, NewAgentDocument } from './agents.documents.ts';
import { DeviceCodeWindow, type ShownCode } from './device-code.tsx';
import { emptyPolicy, type PolicyErrors, policyInput } from './policy-draft.ts';
import { PolicyFields } from './policy-fields.tsx';

export function Component() {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [customerId, setCustomerId] = useState('');
  const [draft, setDraft] = useState(emptyPolicy);
  const [errors, setErrors] = useState<PolicyErrors>({});
  const [created, setCreated] = useState<{ id: string; code: ShownCode }>();
  const { run, isRunning, problem } = useOperation(NewAgentDocument);
  const { data } = useData(CustomerAccountsDocument, { id: customerId }, { pause: customerId === '' });
  const customer = data?.customer?.id === customerId ? data.customer : undefined;
  const currency = useCurrency(draft.currency);

  const errorOf = (path: string) =>
    errors[path] ?? problem?.fields.get(path) ?? problem?.fields.get(`policy.${path}`);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = policyInput(draft, currency, currency);
    const found: Record<string, string> = 'errors' in result ? { ...result.errors } : {};
    if (name.trim() === '') found['name'] = 'Enter a name.';
    if (customerId === '') found['customerId'] = 'Choose a customer.';
    setErrors(found);
    if (Object.keys(found).length > 0 || 'errors' in result) return;
    const { record } = await run({ input: { name: name.trim(), customerId, policy: result.input } });
    if (record) setCreated({ id: record.agent.id, code: record.deviceCode });
  };
  return (
    <Page title="New agent" back={{ to: '/agents', label: 'Agents' }}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="lg">
          {problem && <ProblemNotice problem={problem} />}
          <Section title="Agent">
            <Stack gap="md" maw={520}>
              <TextInput
                label="Name"
                required
                maxLength={100}
                value={name}
                error={errorOf('name')}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <PayerSelect
                label={customer && customerName(customer)}
                title="Customer that it pays for"
                withPlatform={false}
                value={customerId}
                error={errorOf('customerId')}
                onChange={(value) => setCustomerId(value === platformPayer ? '' : value)}
              />
            </Stack>
          </Section>
          <Section title="Policy">
            <PolicyFields
              draft={draft}
              accounts={customer?.internalAccounts ?? []}
              errorOf={errorOf}
              onChange={setDraft}
            />
          </Section>
          <Group justify="flex-end">
            <Button type="submit" loading={isRunning}>
              Create agent
            </Button>
          </Group>
        </Stack>
      </form>
      <DeviceCodeWindow
        code={created?.code}
        onClose={() => void navigate(`/agents/${created?.id ?? ''}`, { replace: true })}
      />
    </Page>
  );
}
