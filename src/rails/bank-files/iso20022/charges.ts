/**
 * Charges of an entry or a movement. Version 02 repeats `Chrgs` with one charge each, later versions have `Rcrd` in it. Both may have
 * a total.
 */
import { amountIn } from './values.ts';
import { childrenOf, findElement, findText, type XmlElement } from './xml-element.ts';

const sum = (amounts: readonly (bigint | undefined)[]): bigint | undefined => {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length > 0 ? known.reduce((one, other) => one + other) : undefined;
};

/** A charge that the bank gives back is negative. */
function signed(charge: XmlElement, currency: string): bigint | undefined {
  const amount = amountIn(currency, findElement(charge, 'Amt'));
  if (amount === undefined) return undefined;
  return findText(charge, 'CdtDbtInd') === 'CRDT' ? -amount : amount;
}

/** The sum of the charges in the currency of the entry, or undefined if the bank states none. */
export const readCharges = (parent: XmlElement, currency: string): bigint | undefined =>
  sum(
    childrenOf(parent, 'Chrgs').map(
      (charges) =>
        sum([charges, ...childrenOf(charges, 'Rcrd')].map((charge) => signed(charge, currency))) ??
        amountIn(currency, findElement(charges, 'TtlChrgsAndTaxAmt')),
    ),
  );
