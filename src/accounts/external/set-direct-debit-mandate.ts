/**
 * Records the mandate by which the holder of an account allows SEPA direct debits. Money can be pulled from an account with a
 * mandate.
 *
 * Decision: a mandate is replaced by a new one, never changed, because its reference is what the debtor signed. While a direct
 * debit is in progress it is not replaced, because the file of the debit names the mandate that the account has then. The lock of
 * the account waits for the payments that are being requested: they lock it for share.
 *
 * Source: docs/behaviour/bank-connections.md#direct-debits.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { falseByDefault, pastDate, textMatching } from '../../kernel/parse.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { AccountNotFound, DirectDebitInProgress } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { ExternalAccount } from './external-account.ts';
import { lockExternalAccount, saveMandate } from './external-account-store.ts';

export const SetDirectDebitMandateInput = z.object({
  externalAccountId: idSchema('ExternalAccount'),
  reference: textMatching(/^[A-Za-z0-9+?/:().,'-]+$/, 'a mandate reference', 35),
  signedOn: pastDate,
  isOneOff: falseByDefault,
});

type SetMandateError = AccountNotFound | InvalidInput | DirectDebitInProgress;

export async function setDirectDebitMandate(
  { db, clock, accountHooks }: Pick<Ports, 'db' | 'clock' | 'accountHooks'>,
  { platform }: Pick<PlatformCaller, 'platform'>,
  { externalAccountId, reference, signedOn, isOneOff }: z.output<typeof SetDirectDebitMandateInput>,
): Promise<ExternalAccount | SetMandateError> {
  return transact<ExternalAccount | SetMandateError>(db, async (tx) => {
    const account = await lockExternalAccount(tx, { platformId: platform.id }, externalAccountId, 'update');
    if (!account) return new AccountNotFound(externalAccountId);
    if (!account.accountInfo.paymentRails.includes('SEPA')) {
      return InvalidInput.at('externalAccountId', 'must be an account that SEPA reaches');
    }
    if (await accountHooks.isPulled(tx, account.id)) return new DirectDebitInProgress();
    const now = clock.now(platform);
    const directDebitMandate = { reference, signedOn, isOneOff, isUsed: false };
    await saveMandate(tx, account.id, directDebitMandate, now);
    return { ...account, directDebitMandate, updatedAt: now };
  });
}
