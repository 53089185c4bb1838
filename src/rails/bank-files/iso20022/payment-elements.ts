/**
 * The elements that pain.001 and pain.008 have in common.
 *
 * Source: ISO 20022 message definitions pain.001.001.09 and pain.008.001.08; EPC132-08 and EPC130-08 (SEPA guidelines for customers).
 */
import { invariant } from '../../../kernel/errors.ts';
import { currencyOf } from '../../../kernel/money/currencies.ts';
import type { BankAccount, BankAddress, OutgoingFile, OutgoingPayment } from '../bank-file.ts';
import { bankText } from './bank-text.ts';
import { element, escapeXml, textElement } from './xml-text.ts';

const maxNameLength = 70;
const maxRemittanceLength = 140;
const maxIdLength = 35;

/** An amount as a decimal number with all digits of its currency. */
export function decimalAmount(amount: bigint, currency: string): string {
  invariant(amount >= 0n, 'an amount of a bank file is not negative');
  const { decimals } = currencyOf(currency);
  const digits = amount.toString().padStart(decimals + 1, '0');
  if (decimals === 0) return digits;
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** `2025-10-13T12:05:00Z` */
const dateTime = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

/** An id that we made: banks return it unchanged, so it is not converted. */
export function idElement(name: string, id: string): string {
  invariant(id.length > 0 && id.length <= maxIdLength, `${name} has 1 to ${maxIdLength} characters`);
  invariant(bankText(id, maxIdLength) === id && !id.startsWith('/'), `${name} has accepted characters`);
  return textElement(name, id);
}

export function groupHeader(file: OutgoingFile): string {
  return element(
    'GrpHdr',
    idElement('MsgId', file.messageId),
    textElement('CreDtTm', dateTime(file.createdAt)),
    textElement('NbOfTxs', String(file.count)),
    textElement('CtrlSum', decimalAmount(file.total, file.currency)),
    element('InitgPty', nameElement(file.account.name)),
  );
}

/** SEPA requires a name. */
const nameElement = (name: string | undefined): string =>
  textElement('Nm', bankText(name ?? '', maxNameLength) || 'NOTPROVIDED');

/** Banks accept an address with a town and a country. Others are left out. */
function addressElement(address: BankAddress | undefined): string {
  if (!address?.town || !address.country) return '';
  return element(
    'PstlAdr',
    textElement('StrtNm', bankText(address.street ?? '', 70)),
    textElement('BldgNb', bankText(address.buildingNumber ?? '', 16)),
    textElement('PstCd', bankText(address.postalCode ?? '', 16)),
    textElement('TwnNm', bankText(address.town, 35)),
    textElement('CtrySubDvsn', bankText(address.countrySubdivision ?? '', 35)),
    textElement('Ctry', address.country),
  );
}

export const partyElement = (
  name: string,
  party: { readonly name?: string | undefined; readonly address?: BankAddress | undefined },
): string => element(name, nameElement(party.name), addressElement(party.address));

export function accountElement(name: string, account: BankAccount): string {
  const { iban, accountNumber } = account;
  invariant(iban ?? accountNumber, `${name} has an IBAN or an account number`);
  const id = iban
    ? textElement('IBAN', iban)
    : element('Othr', textElement('Id', bankText(accountNumber ?? '', 34)));
  return element(name, element('Id', id));
}

/** The bank of an account, by BIC or routing number. Undefined if neither is known: SEPA finds the bank by the IBAN. */
function institution(account: BankAccount): string | undefined {
  if (account.bic) return textElement('BICFI', account.bic);
  if (!account.routingNumber) return undefined;
  return element(
    'ClrSysMmbId',
    element('ClrSysId', textElement('Cd', 'USABA')),
    textElement('MmbId', account.routingNumber),
  );
}

const notProvided = element('Othr', textElement('Id', 'NOTPROVIDED'));

/** An agent that the schema requires. */
export const requiredAgent = (name: string, account: BankAccount): string =>
  element(name, element('FinInstnId', institution(account) ?? notProvided));

export const optionalAgent = (name: string, account: BankAccount): string =>
  element(name, element('FinInstnId', institution(account) ?? ''));

/** Our id of the payment. Both elements have it, because some banks report only one of them. */
export const paymentId = ({ endToEndId }: OutgoingPayment): string =>
  element('PmtId', idElement('InstrId', endToEndId), idElement('EndToEndId', endToEndId));

export function instructedAmount({ amount }: OutgoingPayment, currency: string): string {
  invariant(amount > 0n, 'a payment has a positive amount');
  return `<InstdAmt Ccy="${escapeXml(currency)}">${decimalAmount(amount, currency)}</InstdAmt>`;
}

export const remittanceElement = ({ remittance }: OutgoingPayment): string =>
  element('RmtInf', textElement('Ustrd', bankText(remittance ?? '', maxRemittanceLength)));
