/** TxDtls: one movement of an entry. */
import type { BankAccount, BankParty, EntryDetail } from '../bank-file.ts';
import { readCharges } from './charges.ts';
import { isSameAccount, readAccount, readParty } from './parties.ts';
import { amountIn, directionOf } from './values.ts';
import { childrenOf, findCode, findElement, findText, type XmlElement } from './xml-element.ts';

/** What the details of an entry are read with. */
export interface EntryContext {
  readonly account: BankAccount;
  readonly currency: string;
  readonly direction: 1n | -1n;
  /** The entry reverses another one. */
  readonly isReversal: boolean;
}

/** Ids of messages, batches, payments and entries that banks write where there is none. */
const notProvided: ReadonlySet<string> = new Set(['NOTPROVIDED', 'NONREF']);

export function findId(parent: XmlElement | undefined, name: string): string | undefined {
  const id = findText(parent, name);
  return id !== undefined && notProvided.has(id) ? undefined : id;
}

interface Parties {
  readonly counterparty: BankParty | undefined;
  readonly creditedAccount: BankAccount | undefined;
}

/**
 * The counterparty is the debtor of a credit and the creditor of a debit. Returns and reversals can have the parties of the
 * original payment, where the party of that side is our account: then it is the other one.
 */
function readParties(details: XmlElement, context: EntryContext, isReturn: boolean): Parties {
  const parties = findElement(details, 'RltdPties');
  const agents = findElement(details, 'RltdAgts');
  const side = (name: string) =>
    readParty(
      findElement(parties, name) ?? findElement(parties, `Ultmt${name}`),
      findElement(parties, `${name}Acct`),
      findElement(agents, `${name}Agt`),
    );
  const isCredit = context.direction === 1n;
  const [expected, other] = isCredit ? [side('Dbtr'), side('Cdtr')] : [side('Cdtr'), side('Dbtr')];
  const isOurs = expected ? isSameAccount(expected, context.account) : isReturn;
  if (isOurs) return { counterparty: other, creditedAccount: undefined };

  const credited = readAccount(findElement(parties, 'CdtrAcct'));
  const isOtherAccount =
    (credited.iban ?? credited.accountNumber) && !isSameAccount(credited, context.account);
  const isDeposit = isCredit && !isReturn && isOtherAccount;
  return { counterparty: expected, creditedAccount: isDeposit ? credited : undefined };
}

/**
 * The amount in the currency of the entry: of the movement, of the transaction, or as it was instructed. The instructed amount does not
 * count if there are charges, because they may be deducted from it.
 */
function readAmount(details: XmlElement, currency: string, hasCharges: boolean): bigint | undefined {
  const amounts = findElement(details, 'AmtDtls');
  return (
    amountIn(currency, findElement(details, 'Amt')) ??
    amountIn(currency, findElement(amounts, 'TxAmt', 'Amt')) ??
    (hasCharges ? undefined : amountIn(currency, findElement(amounts, 'InstdAmt', 'Amt')))
  );
}

function readRemittance(details: XmlElement): Pick<EntryDetail, 'reference' | 'remittance'> {
  const information = findElement(details, 'RmtInf');
  const references = childrenOf(information, 'Strd').map((structured) =>
    findText(structured, 'CdtrRefInf', 'Ref'),
  );
  const lines = childrenOf(information, 'Ustrd').map(({ text }) => text.trim());
  return {
    reference: references.find((reference) => reference !== undefined),
    remittance: lines.filter(Boolean).join(' ') || undefined,
  };
}

/** @param batch ids of the batch (`Btch`), which count if the movement has none of its own. */
export function readDetail(
  details: XmlElement,
  context: EntryContext,
  batch: { readonly messageId?: string | undefined; readonly batchId?: string | undefined },
): EntryDetail {
  const references = findElement(details, 'Refs');
  const direction = findElement(details, 'CdtDbtInd') ? directionOf(details) : context.direction;
  const returned = findElement(details, 'RtrInf');
  const charges = readCharges(details, context.currency);
  const amount = readAmount(details, context.currency, childrenOf(details, 'Chrgs').length > 0);
  const isReturn = returned !== undefined || context.isReversal;
  return {
    endToEndId: findId(references, 'EndToEndId'),
    bankReference: findId(references, 'AcctSvcrRef'),
    messageId: findId(references, 'MsgId') ?? batch.messageId,
    batchId: findId(references, 'PmtInfId') ?? batch.batchId,
    mandateReference: findId(references, 'MndtId'),
    amount: amount !== undefined && direction !== context.direction ? -amount : amount,
    charges,
    ...readParties(details, { ...context, direction }, isReturn),
    ...readRemittance(details),
    returnReason: findCode(returned, 'Rsn'),
  };
}
