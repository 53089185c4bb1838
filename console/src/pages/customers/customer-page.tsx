/** One customer: accounts, payments, identity, verification, and the access to its wallet. */
import { Anchor, Button, Tabs } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { Link, useParams, useSearchParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { CopyableId } from '../../components/copyable.tsx';
import { Money } from '../../components/money.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { DetailList, Page, Section } from '../../components/page.tsx';
import { customerName } from '../../components/parties.ts';
import { withParameters } from '../../components/search-parameters.ts';
import { Status, words } from '../../components/status.tsx';
import { DataTable } from '../../components/table.tsx';
import { CalendarDate, Time } from '../../components/time.tsx';
import { useRole } from '../../session/session.tsx';
import { PaymentTable } from '../payments/payment-table.tsx';
import type { CustomerPartsFragment } from './customer.documents.ts';
import { CustomerDetailDocument, CustomerPaymentsDocument } from './customer.documents.ts';
import classes from './customers.module.css';
import { ExternalAccounts } from './external-accounts.tsx';
import { VerificationPanel } from './verification-panel.tsx';
import { WalletAccess } from './wallet-access.tsx';

const tabs = ['accounts', 'payments', 'identity', 'verification', 'wallet'] as const;
type Tab = (typeof tabs)[number];

const labels: Readonly<Record<Tab, string>> = {
  accounts: 'Accounts',
  payments: 'Payments',
  identity: 'Identity',
  verification: 'Verification',
  wallet: 'Wallet',
};

function InternalAccounts({ customer }: { readonly customer: CustomerPartsFragment }) {
  if (customer.internalAccounts.length === 0) {
    return <EmptyState title="No accounts">Accounts are opened when the customer is verified.</EmptyState>;
  }
  return (
    <DataTable
      label="Accounts"
      rows={customer.internalAccounts}
      linkTo={({ id }) => `/customers/accounts/${id}`}
      columns={[
        { header: 'Account', cell: ({ type, balance }) => `${balance.currency.code} · ${words(type)}` },
        {
          header: 'Available',
          isNumeric: true,
          cell: ({ availableBalance }) => <Money value={availableBalance} />,
        },
        { header: 'Balance', isNumeric: true, cell: ({ balance }) => <Money value={balance} /> },
        { header: 'Status', cell: ({ status }) => <Status value={status} /> },
        { header: 'Id', cell: ({ id }) => <CopyableId id={id} /> },
      ]}
    />
  );
}

function Payments({ id }: { readonly id: string }) {
  const { data, problem, isLoading, reload } = useData(
    CustomerPaymentsDocument,
    { id, first: 10 },
    { types: ['Transaction'] },
  );
  const list = data?.transactions;
  if (isLoading) return <LoadingRows />;
  if (!list) return <ProblemNotice problem={problem} onRetry={reload} />;
  if (list.nodes.length === 0) {
    return <EmptyState title="No payments yet">Payments of this customer appear here.</EmptyState>;
  }
  return (
    <div className={classes.stack}>
      <PaymentTable payments={list.nodes} />
      <Anchor component={Link} to={`/payments?customer=${encodeURIComponent(id)}`}>
        All payments of this customer
      </Anchor>
    </div>
  );
}

function Identity({ customer }: { readonly customer: CustomerPartsFragment }) {
  const { address, businessInfo } = customer;
  return (
    <Section title="Identity">
      <DetailList
        details={[
          { label: 'Full name', value: customer.fullName },
          { label: 'Legal name', value: businessInfo?.legalName },
          { label: 'Doing business as', value: businessInfo?.doingBusinessAs },
          { label: 'Registration number', value: businessInfo?.registrationNumber },
          { label: 'Tax id', value: businessInfo?.taxId },
          { label: 'Country', value: businessInfo?.country },
          {
            label: 'Incorporated',
            value: businessInfo?.incorporatedOn && <CalendarDate date={businessInfo.incorporatedOn} />,
          },
          { label: 'E-mail', value: customer.email },
          { label: 'Date of birth', value: customer.birthDate && <CalendarDate date={customer.birthDate} /> },
          { label: 'Nationality', value: customer.nationality },
          { label: 'Region', value: customer.region },
          { label: 'UMA address', value: customer.umaAddress },
          {
            label: 'Address',
            value:
              address &&
              [address.line1, address.line2, address.postalCode, address.city, address.state, address.country]
                .filter(Boolean)
                .join(', '),
          },
          { label: 'Your own id', value: customer.platformCustomerId },
          { label: 'Id', value: <CopyableId id={customer.id} /> },
          { label: 'Created', value: <Time at={customer.createdAt} /> },
          { label: 'Changed', value: <Time at={customer.updatedAt} /> },
        ]}
      />
    </Section>
  );
}

export function Component() {
  const { id = '' } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const mayTransact = useRole('TRANSACT');
  const { data, problem, isLoading, reload } = useData(CustomerDetailDocument, { id });
  const customer = data?.customer ?? undefined;
  const wallet = customer?.internalAccounts.find(({ type }) => type === 'EMBEDDED_WALLET');
  const shown = tabs.filter((tab) => tab !== 'wallet' || wallet);
  const tab = shown.find((one) => one === parameters.get('tab')) ?? 'accounts';
  const back = { to: '/customers', label: 'Customers' };
  if (!customer) {
    return (
      <Page title="Customer" back={back}>
        {isLoading && <LoadingRows count={5} height={56} />}
        <ProblemNotice problem={problem} onRetry={reload} />
        {data && !problem && (
          <EmptyState title="This customer does not exist">It may belong to another platform.</EmptyState>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={customerName(customer)}
      back={back}
      actions={
        mayTransact &&
        !customer.isDeleted && (
          <Button
            component={Link}
            to={`/payments/new?payer=${encodeURIComponent(customer.id)}`}
            leftSection={<PlusIcon aria-hidden />}
          >
            New payment
          </Button>
        )
      }
    >
      <div className={classes.summary}>
        {customer.customerType === 'BUSINESS' ? 'Business' : 'Person'}
        <Status value={customer.kycStatus ?? customer.kybStatus ?? 'UNVERIFIED'} />
        {customer.isDeleted && <Status value="DELETED" />}
      </div>
      <Tabs
        value={tab}
        onChange={(value) =>
          setParameters((before) => withParameters(before, { tab: value ?? 'accounts' }), { replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md" className={classes.tabs}>
          {shown.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {labels[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="accounts">
          <div className={classes.stack}>
            <InternalAccounts customer={customer} />
            <Section title="Saved accounts">
              <ExternalAccounts customerId={customer.id} />
            </Section>
            {customer.agents.length > 0 && (
              <Section title="Agents">
                <ul className={classes.agents}>
                  {customer.agents.map((agent) => (
                    <li key={agent.id}>
                      {agent.name}
                      <Status
                        value={agent.isPaused ? 'PAUSED' : agent.isConnected ? 'CONNECTED' : 'NOT_CONNECTED'}
                      />
                      <CopyableId id={agent.id} />
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="payments">
          <Payments id={customer.id} />
        </Tabs.Panel>
        <Tabs.Panel value="identity">
          <Identity customer={customer} />
        </Tabs.Panel>
        <Tabs.Panel value="verification">
          <VerificationPanel customer={customer} onChanged={reload} />
        </Tabs.Panel>
        {wallet && (
          <Tabs.Panel value="wallet">
            <WalletAccess accountId={wallet.id} />
          </Tabs.Panel>
        )}
      </Tabs>
    </Page>
  );
}
