/**
 * Deposit instructions of production platforms: the account of the connection in the currency, with a creditor reference.
 *
 * Source: docs/behaviour/bank-connections.md#deposits.
 */
import type { FundingInfo, FundingInstructions } from '../../accounts/internal/funding-instructions.ts';
import type { FundingDirectory } from '../../payments/ports.ts';
import { type BankConnection, depositRails } from './bank-connection.ts';
import { creditorReference } from './creditor-reference.ts';
import { activeConnections } from './store.ts';
import { virtualIbansOf } from './virtual-iban-store.ts';

/** The fields of our account that are given. */
function accountFields({ account }: BankConnection): Partial<FundingInfo> {
  const { iban, bic, accountNumber, routingNumber, bankName } = account;
  return {
    ...(iban && { iban }),
    ...(bic && { swiftCode: bic }),
    ...(accountNumber && { accountNumber }),
    ...(routingNumber && { routingNumber }),
    ...(bankName && { bankName }),
  };
}

const instructions = (
  connection: BankConnection,
  reference: string,
  isPlatformAccount: boolean,
): FundingInstructions => ({
  accountOrWalletInfo: {
    accountType: `${connection.currency}_ACCOUNT`,
    ...accountFields(connection),
    paymentRails: depositRails[connection.format],
    reference: creditorReference(reference),
  },
  instructionsNotes: `Pay to ${connection.account.name} and state the reference.`,
  isPlatformAccount,
});

/** A virtual IBAN names the account, so that the depositor states no reference. */
const byVirtualIban = (
  connection: BankConnection,
  iban: string,
  isPlatformAccount: boolean,
): FundingInstructions => ({
  accountOrWalletInfo: {
    accountType: `${connection.currency}_ACCOUNT`,
    ...accountFields(connection),
    iban,
    paymentRails: depositRails[connection.format],
  },
  instructionsNotes: `Pay to ${connection.account.name}. The number is of this account only.`,
  isPlatformAccount,
});

export const bankFundingDirectory: FundingDirectory = {
  async open(platform, db, accountIds) {
    const connections = await activeConnections(db, platform.id);
    const virtual = connections.filter(({ virtualIbanRange }) => virtualIbanRange);
    const ids = virtual.map(({ id }) => id);
    const ibans = await virtualIbansOf(db, ids, accountIds);
    const of = (currency: string) => connections.find((one) => one.currency === currency);
    return {
      instructionsFor({ id, currency, reference, customerId, type }) {
        const connection = type === 'INTERNAL_FIAT' ? of(currency) : undefined;
        if (!connection) return [];
        const iban = ibans.get(id);
        const isPlatformAccount = customerId === undefined;
        const byReference = instructions(connection, reference, isPlatformAccount);
        return iban ? [byVirtualIban(connection, iban, isPlatformAccount), byReference] : [byReference];
      },
      instructionsForQuote({ amount, cryptoNetwork, reference, paidByPlatform }) {
        const connection = cryptoNetwork ? undefined : of(amount.currency);
        return connection && [instructions(connection, reference, paidByPlatform)];
      },
    };
  },
};
