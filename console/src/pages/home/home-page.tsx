/** What a payments team sees first: what waits, balances, how payments went, and the latest ones, live. */
import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useData, useUpdates } from '../../api/hooks.ts';
import { Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Page, Section } from '../../components/page.tsx';
import { words } from '../../components/status.tsx';
import { useClock } from '../../components/time.tsx';
import { useRole } from '../../session/session.tsx';
import { useInbox } from '../../shell/inbox.tsx';
import { PaymentTable } from '../payments/payment-table.tsx';
import type { HomeWorkQuery } from './home.documents.ts';
import {
  HomeBalancesDocument,
  HomeUpdatesDocument,
  HomeWebhooksDocument,
  HomeWorkDocument,
} from './home.documents.ts';
import classes from './home.module.css';
import { PaymentsOverTime } from './payments-over-time.tsx';

/** A payment that is open for longer than this is worth a look. */
const lateAfterMs = 3_600_000;

interface Waiting {
  readonly count: number;
  readonly label: string;
  readonly to: string;
}

function WaitingList({ waiting }: { readonly waiting: readonly Waiting[] }) {
  const open = waiting.filter(({ count }) => count > 0);
  if (open.length === 0) return <Text c="dimmed">Nothing waits for a person.</Text>;
  return (
    <ul className={classes.waiting}>
      {open.map(({ count, label, to }) => (
        <li key={label}>
          <Link to={to} className={classes.waitingItem}>
            <span className={classes.waitingCount}>{new Intl.NumberFormat().format(count)}</span>
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Work({ work }: { readonly work: HomeWorkQuery | undefined }) {
  const { count } = useInbox();
  const webhooks = useData(HomeWebhooksDocument, {}, { types: ['WebhookDelivery'] });
  const [review] = work?.manualReviews.nodes ?? [];
  return (
    <Section title="What waits">
      <WaitingList
        waiting={[
          {
            count,
            label: count === 1 ? 'payment needs approval' : 'payments need approval',
            to: '/approvals',
          },
          {
            count: work?.manualReviews.totalCount ?? 0,
            label:
              work?.manualReviews.totalCount === 1
                ? 'verification needs a review'
                : 'verifications need a review',
            to: review ? `/customers/${review.customer.id}?tab=verification` : '/customers',
          },
          {
            count: webhooks.data?.failedDeliveries.totalCount ?? 0,
            label:
              webhooks.data?.failedDeliveries.totalCount === 1
                ? 'webhook delivery has failed'
                : 'webhook deliveries have failed',
            to: '/developers/webhooks?status=FAILED',
          },
          {
            count: work?.latePayments.totalCount ?? 0,
            label:
              work?.latePayments.totalCount === 1
                ? 'payment is open for more than an hour'
                : 'payments are open for more than an hour',
            to: '/payments?status=PENDING&status=PROCESSING',
          },
        ]}
      />
    </Section>
  );
}

function Balances() {
  const { data, problem, isLoading, reload } = useData(
    HomeBalancesDocument,
    {},
    { types: ['InternalAccount'] },
  );
  const [showsEmpty, setShowsEmpty] = useState(false);
  const accounts = data?.platformAccounts ?? [];
  const shown = accounts.filter(({ balance }) => showsEmpty || balance.amount !== 0);
  const emptyCount = accounts.filter(({ balance }) => balance.amount === 0).length;
  return (
    <Section title="Balances of the platform">
      {isLoading && <LoadingRows count={2} />}
      <ProblemNotice problem={problem} onRetry={reload} />
      {data && accounts.length === 0 && (
        <Text c="dimmed">The platform has no account of its own. Its settings enable currencies.</Text>
      )}
      {accounts.length > 0 && accounts.length === emptyCount && (
        <Text size="sm" c="dimmed" mb="xs">
          All accounts of the platform are empty.
        </Text>
      )}
      {shown.length > 0 && (
        <ul className={classes.balances}>
          {shown.map(({ id, type, availableBalance }) => (
            <li key={id}>
              <Link to={`/customers/accounts/${id}`} className={classes.balance}>
                <Text component="span" size="sm" c="dimmed">
                  {words(type)}
                </Text>
                <span className={classes.balanceAmount}>
                  <Money value={availableBalance} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {emptyCount > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={showsEmpty}
          onClick={() => setShowsEmpty(!showsEmpty)}
        >
          {showsEmpty ? 'Hide' : 'Show'} {emptyCount} empty accounts
        </Button>
      )}
    </Section>
  );
}

export function Component() {
  const mayTransact = useRole('TRANSACT');
  // One instant for the life of the page: another one would be another query.
  const clock = useClock();
  const [pendingSince] = useState(() => new Date(clock() - lateAfterMs).toISOString());
  const { data, problem, isLoading, reload } = useData(
    HomeWorkDocument,
    { pendingSince },
    { types: ['Transaction', 'Verification'] },
  );
  const [updates, setUpdates] = useState(0);
  useUpdates(HomeUpdatesDocument, {}, data?.eventCursor, () => {
    setUpdates((count) => count + 1);
    reload();
  });
  return (
    <Page title="Home">
      <ProblemNotice problem={problem} onRetry={reload} />
      <div className={classes.columns}>
        <Work work={data} />
        <Balances />
      </div>
      <PaymentsOverTime updates={updates} />
      <Section
        title="Latest payments"
        actions={
          <Anchor component={Link} to="/payments" size="sm">
            All payments
          </Anchor>
        }
      >
        {isLoading && <LoadingRows />}
        {data && data.latest.nodes.length === 0 && (
          <EmptyState
            title="No payments yet"
            action={
              mayTransact && (
                <Button component={Link} to="/payments/new">
                  Make the first payment
                </Button>
              )
            }
          >
            A sandbox can be filled with customers and payments: npm run demo.
          </EmptyState>
        )}
        {data && data.latest.nodes.length > 0 && <PaymentTable payments={data.latest.nodes} />}
      </Section>
    </Page>
  );
}
