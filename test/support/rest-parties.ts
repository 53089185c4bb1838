/** Customers, accounts and wallets for tests, made over REST. */
import type { Rest } from './rest.ts';
import { makeKeyPair, openSessionKey } from './wallet-client.ts';

let nextNumber = 1;

/** The body of a US bank account; the suffix selects the result of payments to it. */
export const bankAccountBody = (customerId?: string, suffix = '900') => {
  nextNumber += 1;
  return {
    ...(customerId !== undefined && { customerId }),
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: `${String(nextNumber).padStart(7, '0')}${suffix}`,
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
    },
  };
};

/** An individual whose USD account holds the amount, with a bank account. */
export async function aRestPayer(rest: Rest, amount = 100_000) {
  const customer = await rest('POST', '/customers', {
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
  });
  const customerId: string = customer.body.id;
  const accounts = await rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
  const accountId: string = accounts.body.data[0].id;
  if (amount > 0) await rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount } });
  const external = await rest('POST', '/customers/external-accounts', { body: bankAccountBody(customerId) });
  return { customerId, accountId, externalId: external.body.id as string };
}

let nextEmail = 1;

/** An embedded wallet with an EMAIL_OTP credential and a session of it. */
export async function aRestWallet(rest: Rest, amount = 0) {
  nextEmail += 1;
  const customer = await rest('POST', '/customers', {
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: `holder-${nextEmail}@example.com` },
  });
  const customerId: string = customer.body.id;
  const wallets = await rest(
    'GET',
    `/customers/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`,
  );
  const accountId: string = wallets.body.data[0].id;
  if (amount > 0) await rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount } });
  const credential = await rest('POST', '/auth/credentials', { body: { type: 'EMAIL_OTP', accountId } });
  const keys = makeKeyPair();
  const session = await rest('POST', `/auth/credentials/${credential.body.id}/verify`, {
    body: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: keys.publicKey },
  });
  return {
    customerId,
    accountId,
    credential: credential.body,
    session: session.body,
    key: openSessionKey(session.body.encryptedSessionSigningKey, keys),
  };
}

/** A customer with money in an embedded wallet without a credential, and a bank account to pay. */
export async function aWalletHolder(rest: Rest, email: string) {
  const input = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email };
  const customerId: string = (await rest('POST', '/customers', { body: input })).body.id;
  const query = `customerId=${customerId}&type=EMBEDDED_WALLET`;
  const wallets = await rest('GET', `/customers/internal-accounts?${query}`);
  const accountId: string = wallets.body.data[0].id;
  await rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 50_000_000 } });
  const bank = await rest('POST', '/customers/external-accounts', { body: bankAccountBody(customerId) });
  return { customerId, accountId, bankId: bank.body.id as string };
}

/** The id of a quote that pays the bank account from the wallet. */
export async function aWalletQuote(
  rest: Rest,
  { accountId, bankId }: { accountId: string; bankId: string },
): Promise<string> {
  const { status, body } = await rest('POST', '/quotes', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: bankId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}
