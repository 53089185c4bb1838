/** Parties and accounts of incoming files. Version 02 has a name in the party, later versions in `Pty` or `Agt`. */
import { compactNumber, namesNumber } from '../account-numbers.ts';
import type { BankAccount, BankAddress, BankParty } from '../bank-file.ts';
import { childrenOf, findElement, findText, type XmlElement } from './xml-element.ts';

const withoutSpaces = (text: string | undefined): string | undefined => text?.replace(/\s/g, '');

/** The account of `DbtrAcct`, `CdtrAcct` or `Acct`. */
export function readAccount(account: XmlElement | undefined): BankAccount {
  const id = findElement(account, 'Id');
  return { iban: withoutSpaces(findText(id, 'IBAN')), accountNumber: findText(id, 'Othr', 'Id') };
}

/** The bank of an account: `Svcr`, `DbtrAgt`, `CdtrAgt`. */
export function readAgent(agent: XmlElement | undefined): Pick<BankAccount, 'bic' | 'routingNumber'> {
  const institution = findElement(agent, 'FinInstnId');
  const member = findElement(institution, 'ClrSysMmbId');
  const isAmerican = findText(member, 'ClrSysId', 'Cd') === 'USABA';
  return {
    bic: findText(institution, 'BICFI') ?? findText(institution, 'BIC'),
    routingNumber: isAmerican ? findText(member, 'MmbId') : undefined,
  };
}

/** Lines of an unstructured address are joined as the street. */
function readAddress(address: XmlElement | undefined): BankAddress | undefined {
  if (!address) return undefined;
  const lines = childrenOf(address, 'AdrLine').map(({ text }) => text.trim());
  return {
    street: findText(address, 'StrtNm') ?? (lines.filter(Boolean).join(', ') || undefined),
    buildingNumber: findText(address, 'BldgNb'),
    postalCode: findText(address, 'PstCd'),
    town: findText(address, 'TwnNm'),
    countrySubdivision: findText(address, 'CtrySubDvsn'),
    country: findText(address, 'Ctry'),
  };
}

/** A party with its account and bank. Undefined if nothing of them is known. */
export function readParty(
  party: XmlElement | undefined,
  account: XmlElement | undefined,
  agent: XmlElement | undefined,
): BankParty | undefined {
  const person = findElement(party, 'Pty') ?? findElement(party, 'Agt', 'FinInstnId') ?? party;
  const id = findElement(person, 'Id');
  const found: BankParty = {
    name: findText(person, 'Nm') ?? findText(account, 'Nm'),
    isBusiness: findElement(id, 'OrgId') ? true : findElement(id, 'PrvtId') ? false : undefined,
    address: readAddress(findElement(person, 'PstlAdr')),
    ...readAccount(account),
    ...readAgent(agent),
  };
  return Object.values(found).some((value) => value !== undefined) ? found : undefined;
}

/** Whether both name one account. One of them can be an IBAN that ends with the number of the other. */
export function isSameAccount(one: BankAccount, other: BankAccount): boolean {
  if (one.iban && other.iban) return one.iban === other.iban;
  if (one.accountNumber && other.accountNumber) return one.accountNumber === other.accountNumber;
  const iban = one.iban ?? other.iban;
  const number = one.accountNumber ?? other.accountNumber;
  return (
    iban !== undefined && number !== undefined && namesNumber(compactNumber(number), compactNumber(iban))
  );
}
