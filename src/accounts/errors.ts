/** Errors of accounts. */
import { Conflict, InvalidInput, NotFound } from '../kernel/errors.ts';

/** The caller can see no such account. */
export class AccountNotFound extends NotFound {
  override readonly name = 'AccountNotFound';
  constructor(id?: string) {
    super('ACCOUNT_NOT_FOUND', 'The account does not exist.', id);
  }
}

/** The same owner has registered an account with the same type and identifying fields. */
export class ExternalAccountAlreadyExists extends Conflict {
  override readonly name = 'ExternalAccountAlreadyExists';
  constructor() {
    super('This owner has already registered this account.', { code: 'EXTERNAL_ACCOUNT_ALREADY_EXISTS' });
  }
}

/** A payment in progress uses the account. */
export class AccountInUse extends Conflict {
  override readonly name = 'AccountInUse';
  constructor() {
    super('A payment that is not finished uses this account.', { reason: 'Account in use' });
  }
}

/** A direct debit is sent by the mandate by which it was requested. */
export class DirectDebitInProgress extends Conflict {
  override readonly name = 'DirectDebitInProgress';
  constructor() {
    super('A direct debit from this account is not finished. Replace its mandate afterwards.', {
      reason: 'Direct debit in progress',
    });
  }
}

/** Only an ACTIVE account can send or receive money. Source: docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications. */
export const accountNotActive = (path: string): InvalidInput =>
  InvalidInput.at(path, 'is not an active account', 'INVALID_BANK_ACCOUNT');

/** The bank does not know the account, or rejects payments to it. */
export class InvalidBankAccount extends InvalidInput {
  override readonly name = 'InvalidBankAccount';

  /** @param path the field of the account in the operation's input, for example `accountInfo.accountNumber`. */
  constructor(path: string) {
    super([{ path, message: 'names an account that cannot be paid' }], {
      code: 'INVALID_BANK_ACCOUNT',
      message: 'The bank account is not valid.',
    });
  }
}
