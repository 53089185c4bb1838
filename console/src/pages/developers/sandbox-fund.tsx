/** Money for an account of the sandbox. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { parseAmount } from '../../components/decimal-input.ts';
import { formatMoney } from '../../components/money.tsx';
import { ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { customerName } from '../../components/parties.ts';
import { FundDocument, FundedAccountDocument } from './developers.documents.ts';

export function FundTool() {
  const { run, isRunning, problem } = useOperation(FundDocument);
  const [parameters] = useSearchParams();
  const [accountId, setAccountId] = useState(parameters.get('account') ?? '');
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string>();
  const [result, setResult] = useState<string>();
  const key = useRef(crypto.randomUUID());
  const isId = /^InternalAccount:[0-9a-f-]{36}$/.test(accountId.trim());
  const { data } = useData(FundedAccountDocument, { id: accountId.trim() }, { pause: !isId });
  const account = isId ? data?.internalAccount : undefined;
  const change = () => {
    key.current = crypto.randomUUID();
    setMessage(undefined);
    setResult(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!account) return setMessage('Enter the id of an account. The page of a customer has it.');
    const amount = parseAmount(text, account.balance.currency);
    if (typeof amount === 'string') return setMessage(amount);
    setMessage(undefined);
    const { record } = await run({ accountId: account.id, amount, idempotencyKey: key.current });
    if (!record) return;
    setResult(`Available now: ${formatMoney(record.availableBalance)}.`);
    key.current = crypto.randomUUID();
  };
  return (
    <Section title="Fund an account">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" maw={560}>
          {problem && problem.fields.size === 0 && <ProblemNotice problem={problem} />}
          <TextInput
            label="Account"
            placeholder="InternalAccount:…"
            value={accountId}
            description={
              account?.customer
                ? `Account of ${customerName(account.customer)}`
                : 'The page of an account has its id, and a button that leads here.'
            }
            error={problem?.fields.get('accountId')}
            onChange={(event) => {
              change();
              setAccountId(event.currentTarget.value);
            }}
          />
          <TextInput
            label={`Amount${account ? ` in ${account.balance.currency.code}` : ''}`}
            inputMode="decimal"
            value={text}
            error={message ?? problem?.fields.get('amount')}
            onChange={(event) => {
              change();
              setText(event.currentTarget.value);
            }}
          />
          <div role="status">{result && <Text size="sm">{result}</Text>}</div>
          <Group justify="flex-end">
            <Button type="submit" loading={isRunning}>
              Fund
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
