/** Money that a platform of a `bankWorld` pulls from external accounts: mandates, transfers in and quotes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createExternalAccount } from '../../src/accounts/external/create-external-account.ts';
import type { ExternalAccount } from '../../src/accounts/external/external-account.ts';
import { setDirectDebitMandate } from '../../src/accounts/external/set-direct-debit-mandate.ts';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../src/kernel/ids.ts';
import type { ServiceAccountCode } from '../../src/ledger/chart.ts';
import { CreateQuoteInput, createQuote } from '../../src/payments/quotes/create-quote.ts';
import { executeQuote } from '../../src/payments/quotes/execute-quote.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import { transferIn } from '../../src/payments/transfers/transfer-in.ts';
import { paymentCallerOf } from '../../src/platforms/access/payment-caller.ts';
import { creditorReference } from '../../src/rails/bank-connections/creditor-reference.ts';
import { updateBankConnection } from '../../src/rails/bank-connections/manage-connections.ts';
import type { BankPayment } from '../../src/rails/bank-payments/bank-payment.ts';
import { paymentsOfTransactions } from '../../src/rails/bank-payments/store.ts';
import { entry, movement, statement } from './bank-files.ts';
import type { BankWorld } from './bank-world.ts';
import { resultOf } from './operation-result.ts';
import { granted } from './payments.ts';

type AccountId = Id<'InternalAccount'> | Id<'ExternalAccount'>;

export const platformIdOf = (world: BankWorld) => world.platform.principal.platform.id;

/** Records a mandate of the beneficiary, which ACH does not need, and lets the connection collect at the next cut-off. */
export async function allowPulls(
  world: BankWorld,
  {
    isOneOff = false,
    hasMandate = true,
  }: { readonly isOneOff?: boolean; readonly hasMandate?: boolean } = {},
): Promise<void> {
  const { service, platform, beneficiary, connection } = world;
  const mandate = { reference: 'MANDATE-1', signedOn: '2025-03-01', isOneOff };
  if (hasMandate) {
    granted(
      await setDirectDebitMandate(service.ports, platform.principal, {
        externalAccountId: beneficiary.id,
        ...mandate,
      }),
    );
  }
  granted(
    await updateBankConnection(service.ports, platform.principal, {
      id: connection.id,
      preNotificationDays: 0,
    } as never),
  );
}

export const pull = async (
  { service, platform, beneficiary, account }: BankWorld,
  amount: bigint,
  source = beneficiary.id,
) =>
  resultOf(
    await transferIn(service.ports, platform.principal, {
      source,
      destination: account.id,
      amount,
      description: undefined,
      sandboxOutcome: undefined,
    } as never),
  );

/** Another external account of the platform in EUR. */
export const anotherAccount = async ({ service, platform }: BankWorld): Promise<ExternalAccount> =>
  granted(
    await createExternalAccount(service.ports, platform.principal, {
      currency: 'EUR',
      accountInfo: {
        accountType: 'EUR_ACCOUNT',
        iban: 'NL91ABNA0417164300',
        paymentRails: ['SEPA'],
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Jean Bartik' },
      },
      defaultUmaDepositAccount: false,
    } as never),
  );

export const quoteBetween = async (
  { service, platform }: BankWorld,
  source: AccountId,
  destination: AccountId,
  amount = 700,
) =>
  resultOf(
    await createQuote(
      service.ports,
      paymentCallerOf(platform.principal),
      CreateQuoteInput.parse({
        source: { account: { accountId: source } },
        destination: { account: { accountId: destination } },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      }),
    ),
  );

export const execution = async ({ service, platform }: BankWorld, { id }: { readonly id: Id<'Quote'> }) =>
  resultOf(
    await executeQuote(service.ports, paymentCallerOf(platform.principal), {
      quoteId: id,
      signature: undefined,
    }),
  );

/** Executes a quote that pulls 7.00 from the beneficiary, and submits it to the bank. */
export async function pulledQuote(world: BankWorld): Promise<Transaction> {
  const quote = granted(await quoteBetween(world, world.beneficiary.id, world.account.id));
  const executed = granted(await execution(world, quote));
  if (!('reference' in executed)) throw new Error('the quote needs no signature');
  await world.service.settle();
  return executed;
}

/** The payment of a quote of 10.00 that waits for its deposit. */
export async function depositedQuote(
  world: BankWorld,
  destination: AccountId = world.beneficiary.id,
): Promise<Transaction> {
  const { service, platform } = world;
  const input = CreateQuoteInput.parse({
    source: { realtimeFunding: { currency: 'EUR' } },
    destination: { account: { accountId: destination } },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
  });
  const caller = paymentCallerOf(platform.principal);
  const { transactionId } = granted(resultOf(await createQuote(service.ports, caller, input)));
  return world.transaction(transactionId);
}

/** The details of a movement that name an account or a payment by its creditor reference. */
export const referenceDetails = (reference: string): string =>
  `<RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>`;

/** The deposit that pays a quote, as an entry. */
export const quoteDeposit = ({ reference }: Pick<Transaction, 'reference'>, amount = '10.00'): string =>
  movement(referenceDetails(creditorReference(reference)), { amount });

export const bankPaymentOf = async (
  world: BankWorld,
  { id }: Pick<Transaction, 'id'>,
): Promise<BankPayment | undefined> =>
  (await paymentsOfTransactions(world.service.db.orm, platformIdOf(world), [id]))[0];

/** The sum of postings on an account of the platform. */
export async function balanceOf(world: BankWorld, code: ServiceAccountCode): Promise<bigint> {
  const [row] = await rawRows<{ total: string }>(
    world.service.db.orm,
    sql`select coalesce(sum(p.amount), 0)::text as total from postings p join ledger_accounts a on a.id = p.account_id
      where a.platform_id = ${uuidOf(platformIdOf(world))} and a.code = ${code}`,
  );
  return BigInt(row?.total ?? 0);
}

/** The bank publishes a file, long enough ago to be complete. */
export function publish({ folder }: BankWorld, text: string, name: string): void {
  const inbox = join(folder, 'inbox');
  mkdirSync(inbox, { recursive: true });
  writeFileSync(join(inbox, name), text);
  utimesSync(join(inbox, name), 1, 1);
}

/** The bank publishes a file, and the service fetches it. */
export async function published(world: BankWorld, text: string, name: string): Promise<void> {
  publish(world, text, name);
  await world.exchange();
}

/** The bank books an entry of a direct debit: `CRDT` is money that it collected, `DBIT` money that comes back. */
export const booked = (
  world: BankWorld,
  { reference }: Pick<Transaction, 'reference'>,
  {
    amount,
    indicator = 'CRDT',
    returned,
  }: { amount: string; indicator?: 'CRDT' | 'DBIT'; returned?: string },
): Promise<void> => {
  const reason = returned ? `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>` : '';
  const detail = `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt>${reason}</TxDtls>`;
  const code =
    indicator === 'CRDT'
      ? '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>IDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn></BkTxCd>'
      : '';
  const id = `S-${reference}-${indicator}-${amount}`.replace('.', '-');
  const text = statement({
    id,
    entries: entry({ amount, indicator, after: `${code}<NtryDtls>${detail}</NtryDtls>` }),
  });
  return published(world, text, `${id}.xml`);
};

/** The texts of a tag in all files that wait at the bank. */
export function tagsAtBank(world: BankWorld, name: string): string[] {
  const outbox = join(world.folder, 'outbox');
  const files = existsSync(outbox) ? readdirSync(outbox).sort() : [];
  const xml = files.map((file) => readFileSync(join(outbox, file), 'utf8')).join('');
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value = '']) => value);
}
