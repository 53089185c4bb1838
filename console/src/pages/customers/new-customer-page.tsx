/** A new customer with what is needed to open accounts. Everything else can be added later. */
import { Button, Group, MultiSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import type { CreateCustomerInput } from '@payments-platform/client/operations';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useOperation } from '../../api/operation.ts';
import { useCurrencies } from '../../components/money.tsx';
import { ProblemNotice } from '../../components/notices.tsx';
import { Page, Section } from '../../components/page.tsx';
import { NewCustomerDocument } from './customers.documents.ts';

const textFields = ['fullName', 'legalName', 'email', 'region', 'platformCustomerId'] as const;
type TextField = (typeof textFields)[number];

const emptyTexts: Readonly<Record<TextField, string>> = {
  fullName: '',
  legalName: '',
  email: '',
  region: '',
  platformCustomerId: '',
};

export function Component() {
  const navigate = useNavigate();
  const currencies = useCurrencies();
  const { run, isRunning, problem } = useOperation(NewCustomerDocument);
  const [type, setType] = useState<'INDIVIDUAL' | 'BUSINESS'>('INDIVIDUAL');
  const [texts, setTexts] = useState(emptyTexts);
  const [chosen, setChosen] = useState<string[]>([]);
  // The same customer when the request is repeated, another one after a change.
  const key = useRef(crypto.randomUUID());
  const isBusiness = type === 'BUSINESS';

  const errorOf = (path: string) => problem?.fields.get(path);
  const set = (name: TextField, value: string) => {
    key.current = crypto.randomUUID();
    setTexts((before) => ({ ...before, [name]: value }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const present = (name: TextField) => (texts[name].trim() === '' ? undefined : texts[name].trim());
    const [email, region, platformCustomerId] = [
      present('email'),
      present('region')?.toUpperCase(),
      present('platformCustomerId'),
    ];
    const input: CreateCustomerInput = {
      customerType: type,
      ...(isBusiness
        ? { businessInfo: { legalName: texts.legalName.trim() } }
        : { fullName: texts.fullName.trim() }),
      ...(email && { email }),
      ...(region && { region }),
      ...(platformCustomerId && { platformCustomerId }),
      ...(chosen.length > 0 && { currencies: chosen }),
    };
    const { record } = await run({ input, idempotencyKey: key.current });
    if (record) void navigate(`/customers/${record.id}`, { replace: true });
  };

  const field = (name: TextField, label: string, path: string = name, placeholder = '') => (
    <TextInput
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      value={texts[name]}
      error={errorOf(path)}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  );
  return (
    <Page title="New customer" back={{ to: '/customers', label: 'Customers' }}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Section title="Customer">
          <Stack gap="md" maw={520}>
            {problem && problem.fields.size === 0 && <ProblemNotice problem={problem} />}
            <SegmentedControl
              aria-label="Type"
              data={[
                { value: 'INDIVIDUAL', label: 'Person' },
                { value: 'BUSINESS', label: 'Business' },
              ]}
              value={type}
              onChange={(value) => {
                key.current = crypto.randomUUID();
                setType(value === 'BUSINESS' ? 'BUSINESS' : 'INDIVIDUAL');
              }}
            />
            {isBusiness
              ? field('legalName', 'Legal name', 'businessInfo.legalName')
              : field('fullName', 'Full name')}
            {field('email', 'E-mail (optional)')}
            {field('region', 'Region (optional)', 'region', 'US')}
            {field('platformCustomerId', 'Your own id (optional)')}
            <MultiSelect
              label="Currencies (default: all of the platform)"
              searchable
              data={currencies.map(({ code }) => code)}
              value={chosen}
              error={errorOf('currencies')}
              onChange={(codes) => {
                key.current = crypto.randomUUID();
                setChosen(codes);
              }}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={isRunning}>
                Create customer
              </Button>
            </Group>
          </Stack>
        </Section>
      </form>
    </Page>
  );
}
