/** Domain errors of bank connections. */
import { Conflict, NotFound } from '../kernel/errors.ts';

export class BankConnectionNotFound extends NotFound {
  override readonly name = 'BankConnectionNotFound';
  constructor(id?: string) {
    super('REFERENCE_NOT_FOUND', 'The bank connection does not exist.', id);
  }
}

/** A platform has at most one active connection in a currency. */
export class BankConnectionExists extends Conflict {
  override readonly name = 'BankConnectionExists';
  constructor(currency: string) {
    super(`The platform has an active bank connection in ${currency}. Close it first.`);
  }
}

/** Payments wait for, or are on their way through, the connection. */
export class BankConnectionInUse extends Conflict {
  override readonly name = 'BankConnectionInUse';
  constructor() {
    super('Payments of the connection are not settled. Pause new payments and wait for the bank.');
  }
}

/** A file has its temporary name where files are exchanged. Looked for elsewhere, it would count as published. */
export class BankFileStaged extends Conflict {
  override readonly name = 'BankFileStaged';
  constructor() {
    super(
      'A file is STAGED where files are exchanged now. Let the next exchange send it, then change the place. Secrets can be changed at any time.',
    );
  }
}

export class BankConnectionClosed extends Conflict {
  override readonly name = 'BankConnectionClosed';
  constructor() {
    super('The bank connection is closed.');
  }
}

/** Another process exchanges the files of the connection now. */
export class BankExchangeRunning extends Conflict {
  override readonly name = 'BankExchangeRunning';
  constructor() {
    super('The files of the connection are being exchanged. Try again in a minute.');
  }
}

export class BankFileNotFound extends NotFound {
  override readonly name = 'BankFileNotFound';
  constructor(id?: string) {
    super('REFERENCE_NOT_FOUND', 'The bank file does not exist.', id);
  }
}

export class BankFileNotInReview extends Conflict {
  override readonly name = 'BankFileNotInReview';
  constructor() {
    super('The file does not wait for a decision.');
  }
}

/** Only a file in quarantine can be dismissed. */
export class BankFileNotQuarantined extends Conflict {
  override readonly name = 'BankFileNotQuarantined';
  constructor() {
    super('The file is not in quarantine.');
  }
}

/** The caller has decided already; the decision needs a second person. */
export class SecondPersonRequired extends Conflict {
  override readonly name = 'SecondPersonRequired';
  constructor() {
    super('You have decided. A second person must confirm.', { reason: 'Second person required' });
  }
}

export class UnmatchedDepositNotFound extends NotFound {
  override readonly name = 'UnmatchedDepositNotFound';
  constructor(id?: string) {
    super('REFERENCE_NOT_FOUND', 'The unmatched deposit does not exist.', id);
  }
}

/** The deposit is assigned or returned. */
export class UnmatchedDepositSettled extends Conflict {
  override readonly name = 'UnmatchedDepositSettled';
  constructor() {
    super('The deposit has been assigned or returned.');
  }
}

/** The bank did not name the account of the depositor. */
export class DepositNotReturnable extends Conflict {
  override readonly name = 'DepositNotReturnable';
  constructor() {
    super(
      'The bank did not name the account of the depositor. Return the money at the bank, and resolve its entry.',
    );
  }
}

/** The direct debit of the deposit came back after it was collected. */
export class DepositTakenBack extends Conflict {
  override readonly name = 'DepositTakenBack';
  constructor() {
    super('The direct debit of the deposit came back: the debtor has the money.');
  }
}

export class BankEntryNotFound extends NotFound {
  override readonly name = 'BankEntryNotFound';
  constructor(id?: string) {
    super('REFERENCE_NOT_FOUND', 'The bank entry does not exist.', id);
  }
}

/** Only an open break can be resolved. */
export class BankEntryNotABreak extends Conflict {
  override readonly name = 'BankEntryNotABreak';
  constructor() {
    super('The entry is not an open break.');
  }
}

/** Only an outgoing payment that no entry has executed can be executed by a break, and only if its file waits for people. */
export class NoPaymentToExecute extends Conflict {
  override readonly name = 'NoPaymentToExecute';
  constructor() {
    super(
      'The entry names no outgoing payment that it can execute. A file that was not sent must be IN_REVIEW.',
    );
  }
}
