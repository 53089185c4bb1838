/**
 * Corrected data of a notification of change: 29 characters, with fields at the positions that the code defines.
 *
 * Decision: a field that does not have the right form is left out. `correctedData` still has it, as the bank wrote it.
 *
 * Source: Nacha Operating Rules, Appendix Five (change codes).
 */
import type { ChangeNotice } from '../bank-file.ts';

type Corrected = ChangeNotice['corrected'];

/** First position, from 0, and the position after the last one. */
type Range = readonly [number, number];

interface Positions {
  readonly routingNumber?: Range;
  readonly accountNumber?: Range;
  readonly transactionCode?: Range;
  readonly name?: Range;
}

const positionsByCode: Readonly<Record<string, Positions>> = {
  C01: { accountNumber: [0, 17] },
  C02: { routingNumber: [0, 9] },
  C03: { routingNumber: [0, 9], accountNumber: [12, 29] },
  C04: { name: [0, 22] },
  C05: { transactionCode: [0, 2] },
  C06: { accountNumber: [0, 17], transactionCode: [20, 22] },
  C07: { routingNumber: [0, 9], accountNumber: [9, 26], transactionCode: [26, 28] },
};

const kindsByFirstDigit: Readonly<Record<string, Corrected['accountKind']>> = {
  '2': 'CHECKING',
  '3': 'SAVINGS',
};

/** @param data 29 characters. */
export function correctedOf(code: string, data: string): Corrected {
  const positions = Object.hasOwn(positionsByCode, code) ? positionsByCode[code] : undefined;
  const field = (name: keyof Positions, form: RegExp): string | undefined => {
    const range = positions?.[name];
    const value = range ? data.slice(...range).trim() : '';
    return form.test(value) ? value : undefined;
  };
  const transactionCode = field('transactionCode', /^\d\d$/);
  return {
    routingNumber: field('routingNumber', /^\d{9}$/),
    accountNumber: field('accountNumber', /^[!-~](?:[ -~]*[!-~])?$/),
    accountKind: transactionCode ? kindsByFirstDigit[transactionCode.charAt(0)] : undefined,
    name: field('name', /./),
  };
}
