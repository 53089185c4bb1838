/** The filtered payments as a CSV file, over all of their pages. */
import { Alert, Button, Group, Text } from '@mantine/core';
import type { TransactionFilter } from '@payments-platform/client/operations';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { csvLine, saveFile } from '../../components/csv.ts';
import { decimalText } from '../../components/decimal-input.ts';
import type { MoneyValue } from '../../components/money.tsx';
import { customerName, payeeName } from '../../components/parties.ts';
import type { PaymentsForExportQuery } from './payments.documents.ts';
import { PaymentsForExportDocument } from './payments.documents.ts';

type Payment = PaymentsForExportQuery['transactions']['nodes'][number];

const amountText = (money: MoneyValue | null): string =>
  money ? decimalText(money.amount, money.currency.decimals) : '';

const columns: readonly (readonly [string, (payment: Payment) => string | null | undefined])[] = [
  ['id', ({ id }) => id],
  ['created', ({ createdAt }) => createdAt],
  ['settled', ({ settledAt }) => settledAt],
  ['status', ({ status }) => status],
  ['type', ({ type }) => type],
  ['counterparty', ({ counterparty }) => payeeName(counterparty)],
  ['customer', ({ customer }) => customer && customerName(customer)],
  ['customer_id', ({ customer }) => customer?.id],
  ['platform_customer_id', ({ platformCustomerId }) => platformCustomerId],
  ['sent_amount', ({ sentAmount }) => amountText(sentAmount)],
  ['sent_currency', ({ sentAmount }) => sentAmount?.currency.code],
  [
    'fees',
    ({ fees, sentAmount }) =>
      fees === null || !sentAmount ? '' : decimalText(fees, sentAmount.currency.decimals),
  ],
  ['received_amount', ({ receivedAmount }) => amountText(receivedAmount)],
  ['received_currency', ({ receivedAmount }) => receivedAmount?.currency.code],
  ['agent', ({ agent }) => agent?.name],
  ['memo', ({ description }) => description],
  ['reference', ({ reconciliationInstructions }) => reconciliationInstructions?.reference],
  ['failure', ({ failureReason }) => failureReason],
];

const exportPageSize = 100;

export function ExportPayments({ filter }: { readonly filter: TransactionFilter }) {
  const [count, setCount] = useState<number>();
  const [message, setMessage] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const run = async () => {
    abort.current = new AbortController();
    setCount(0);
    setMessage(undefined);
    try {
      const lines = [csvLine(columns.map(([name]) => name))];
      const variables = { filter, first: exportPageSize };
      const { signal } = abort.current;
      for await (const payment of client.paginate(PaymentsForExportDocument, variables, { signal })) {
        lines.push(csvLine(columns.map(([, textOf]) => textOf(payment))));
        if (lines.length % exportPageSize === 0) setCount(lines.length);
      }
      saveFile(`payments-${new Date().toISOString().slice(0, 10)}.csv`, lines);
    } catch (error) {
      if (!abort.current.signal.aborted) setMessage(problemOf(error).message);
    }
    setCount(undefined);
  };

  if (count !== undefined) {
    return (
      <Group gap="xs" role="status">
        <Text size="sm">{new Intl.NumberFormat().format(count)} exported</Text>
        <Button variant="default" size="sm" onClick={() => abort.current?.abort()}>
          Cancel
        </Button>
      </Group>
    );
  }
  return (
    <>
      {message && <Alert color="red">{message}</Alert>}
      <Button variant="default" leftSection={<DownloadIcon aria-hidden />} onClick={() => void run()}>
        Export CSV
      </Button>
    </>
  );
}
