/** The quote before it is executed: both amounts, fees, rate, and the time that is left. */
import { Alert, Button, Code, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Problem } from '../../api/problem.ts';
import { useCopy } from '../../components/copyable.tsx';
import { Money } from '../../components/money.tsx';
import { ProblemNotice } from '../../components/notices.tsx';
import { DetailList, Section } from '../../components/page.tsx';
import { words } from '../../components/status.tsx';
import { useNow } from '../../components/time.tsx';
import type { QuotePartsFragment } from './new-payment.documents.ts';

function remainingText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function ReviewQuote({
  quote,
  receiver,
  isRunning,
  problem,
  onExecute,
  onRenew,
  onEdit,
}: {
  readonly quote: QuotePartsFragment;
  readonly receiver: string;
  readonly isRunning: boolean;
  readonly problem: Problem | undefined;
  readonly onExecute: (signature: string | undefined) => void;
  readonly onRenew: () => void;
  readonly onEdit: () => void;
}) {
  const [signature, setSignature] = useState('');
  const { isCopied, copy } = useCopy();
  const left = new Date(quote.expiresAt).getTime() - useNow();
  const isExpired = left <= 0 || problem?.code === 'QUOTE_EXPIRED';
  const payload = quote.paymentInstructions.find(
    ({ accountOrWalletInfo }) => accountOrWalletInfo.payloadToSign,
  )?.accountOrWalletInfo.payloadToSign;
  const isConversion = quote.sendingCurrency.code !== quote.receivingCurrency.code;
  return (
    <Section title="Review">
      <Stack gap="md">
        <DetailList
          details={[
            { label: 'Receiver', value: receiver },
            {
              label: 'You pay',
              value: <Money value={{ amount: quote.totalSendingAmount, currency: quote.sendingCurrency }} />,
            },
            {
              label: 'Receiver gets',
              value: (
                <Money value={{ amount: quote.totalReceivingAmount, currency: quote.receivingCurrency }} />
              ),
            },
            {
              label: 'Fees, included in what you pay',
              value: <Money value={{ amount: quote.feesIncluded, currency: quote.sendingCurrency }} />,
            },
            {
              label: 'Rate',
              value:
                isConversion &&
                `${quote.exchangeRate} ${quote.sendingCurrency.code} per ${quote.receivingCurrency.code}`,
            },
            ...Object.entries(quote.counterpartyInformation ?? {}).map(([name, value]) => ({
              label: words(name),
              value,
            })),
          ].filter(({ value }) => value !== false)}
        />
        {payload && (
          <Stack gap="xs">
            <Text size="sm">
              The wallet of the customer has to sign this payment. Sign the payload with the session key of
              the wallet and paste the signature.
            </Text>
            <Code block>{payload}</Code>
            <Group>
              <Button variant="default" size="xs" onClick={() => copy(payload)}>
                {isCopied ? 'Copied' : 'Copy the payload'}
              </Button>
            </Group>
            <Textarea
              label="Signature"
              autosize
              minRows={2}
              value={signature}
              onChange={(event) => setSignature(event.currentTarget.value)}
            />
          </Stack>
        )}
        {problem && !isExpired && <ProblemNotice problem={problem} />}
        {isExpired ? (
          <Alert color="yellow" role="status" title="This quote has expired">
            Rates change. No money has moved. A new quote may have another rate.
          </Alert>
        ) : (
          <Text size="sm" c="dimmed">
            The rate is locked for <span role="timer">{remainingText(left)}</span>.
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onEdit} disabled={isRunning}>
            Change
          </Button>
          {isExpired ? (
            <Button onClick={onRenew} loading={isRunning}>
              Get a new quote
            </Button>
          ) : (
            <Button
              loading={isRunning}
              disabled={Boolean(payload) && signature.trim() === ''}
              onClick={() => onExecute(payload ? signature.trim() : undefined)}
            >
              Send payment
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
