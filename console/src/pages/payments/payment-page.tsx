/** One payment, explained: who requested and approved it, how the amounts follow, and every step since, live. */
import { Anchor, Button, Text } from '@mantine/core';
import { ReloadIcon } from '@radix-ui/react-icons';
import { Link, useParams } from 'react-router';
import { useData, useUpdates } from '../../api/hooks.ts';
import { CopyableId } from '../../components/copyable.tsx';
import { Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { DetailList, Page, Section } from '../../components/page.tsx';
import { bankText, counterpartyName, customerName } from '../../components/parties.ts';
import { Status, words } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { stepsOf } from './explanation.ts';
import { SignedAmount } from './payment-table.tsx';
import type { AccountPartsFragment, PaymentPartsFragment } from './payments.documents.ts';
import { PaymentDetailDocument, PaymentDetailUpdatesDocument } from './payments.documents.ts';
import classes from './payments.module.css';
import { Timeline } from './timeline.tsx';

type Party = PaymentPartsFragment['source'];

function AccountText({ account }: { readonly account: AccountPartsFragment }) {
  if (account.__typename === 'ExternalAccount') {
    return (
      <>
        {account.displayName}
        <Text size="sm" c="dimmed">
          {bankText(account)}
        </Text>
      </>
    );
  }
  return account.customer ? (
    <>
      <Anchor component={Link} to={`/customers/${account.customer.id}`}>
        {customerName(account.customer)}
      </Anchor>
      <Text size="sm" c="dimmed">
        {words(account.internalType)}
      </Text>
    </>
  ) : (
    <>
      Account of the platform
      <Text size="sm" c="dimmed">
        {words(account.internalType)}
      </Text>
    </>
  );
}

function PartyText({ party }: { readonly party: Party }) {
  if (party.account) {
    return (
      <>
        <AccountText account={party.account} />
        <CopyableId id={party.account.id} />
      </>
    );
  }
  return <>{party.umaAddress ?? words(party.type)}</>;
}

function Details({ payment }: { readonly payment: PaymentPartsFragment }) {
  const { sentAmount, receivedAmount } = payment;
  return (
    <div className={classes.stack}>
      <Section title="Amounts">
        <DetailList
          details={[
            { label: 'Sent, fees included', value: sentAmount && <Money value={sentAmount} /> },
            { label: 'Received', value: receivedAmount && <Money value={receivedAmount} /> },
            {
              label: 'Fees',
              value: payment.fees !== null && sentAmount && (
                <Money value={{ amount: payment.fees, currency: sentAmount.currency }} />
              ),
            },
            {
              label: 'Rate',
              value:
                payment.exchangeRate !== null && sentAmount && receivedAmount
                  ? `${payment.exchangeRate} ${sentAmount.currency.code} per ${receivedAmount.currency.code}`
                  : null,
            },
          ]}
        />
      </Section>
      <Section title="Parties">
        <DetailList
          details={[
            { label: 'From', value: <PartyText party={payment.source} /> },
            { label: 'To', value: <PartyText party={payment.destination} /> },
            {
              label: 'Customer',
              value: payment.customer && (
                <Anchor component={Link} to={`/customers/${payment.customer.id}`}>
                  {customerName(payment.customer)}
                </Anchor>
              ),
            },
            { label: 'Agent', value: payment.agent?.name },
            ...Object.entries(payment.counterpartyInformation ?? {}).map(([name, value]) => ({
              label: `Counterparty: ${words(name).toLowerCase()}`,
              value,
            })),
          ]}
        />
      </Section>
      <Section title="References">
        <DetailList
          details={[
            { label: 'Payment', value: <CopyableId id={payment.id} /> },
            { label: 'Memo', value: payment.description },
            { label: 'Reference', value: payment.reconciliationInstructions?.reference },
            { label: 'Your own id of the customer', value: payment.platformCustomerId },
            { label: 'Quote', value: payment.quote && <CopyableId id={payment.quote.id} /> },
            { label: 'Created', value: <Time at={payment.createdAt} withSeconds /> },
            { label: 'Settled', value: payment.settledAt && <Time at={payment.settledAt} withSeconds /> },
          ]}
        />
      </Section>
    </div>
  );
}

function titleOf(payment: PaymentPartsFragment): string {
  const name = counterpartyName(payment);
  if (payment.type === 'OUTGOING') return `Payment to ${name}`;
  return name === 'Deposit' ? name : `Payment from ${name}`;
}

export function Component() {
  const { id = '' } = useParams();
  const { data, problem, isLoading, reload } = useData(PaymentDetailDocument, { id });
  const payment = data?.transaction ?? undefined;
  useUpdates(PaymentDetailUpdatesDocument, { id }, data?.eventCursor, reload);

  const back = { to: '/payments', label: 'Payments' };
  if (isLoading || (!payment && !problem && !data)) {
    return (
      <Page title="Payment" back={back}>
        <LoadingRows count={5} height={72} />
      </Page>
    );
  }
  if (!payment) {
    return (
      <Page title="Payment" back={back}>
        {problem ? (
          <ProblemNotice problem={problem} onRetry={reload} />
        ) : (
          <EmptyState title="This payment does not exist">It may belong to another platform.</EmptyState>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={titleOf(payment)}
      back={back}
      actions={
        <Button variant="default" leftSection={<ReloadIcon aria-hidden />} onClick={reload}>
          Refresh
        </Button>
      }
    >
      <div className={classes.summary}>
        <span className={classes.amount}>
          <SignedAmount payment={payment} />
        </span>
        <Status value={payment.status} />
        {payment.failureReason && <Text c="dimmed">{words(payment.failureReason)}</Text>}
      </div>
      <div className={classes.columns}>
        <Section title="What happened">
          <Timeline steps={stepsOf(payment)} />
          {payment.explanation.isTruncated && (
            <Text size="sm" c="dimmed">
              This payment has more webhook deliveries.
            </Text>
          )}
        </Section>
        <Details payment={payment} />
      </div>
    </Page>
  );
}
