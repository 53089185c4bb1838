import { InvalidInput } from '../kernel/errors.ts';

/** The bank does not know the account, or does not take payments to it. */
export class InvalidBankAccount extends InvalidInput {
  override readonly name = 'InvalidBankAccount';

  /** @param path the field that names the account, in the operation's input: `accountInfo.accountNumber`. */
  constructor(path: string) {
    super([{ path, message: 'names an account that cannot be paid' }], {
      code: 'INVALID_BANK_ACCOUNT',
      message: 'The bank account is not valid.',
    });
  }
}
