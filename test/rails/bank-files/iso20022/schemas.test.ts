/**
 * Written files follow the official schemas. `BANK_SCHEMAS_DIR` names a folder with the schemas (`pain.001.001.09.xsd`,
 * `pain.008.001.08.xsd`) of https://www.iso20022.org, which are not in this repository. `xmllint` validates (Debian: libxml2-utils).
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OutgoingFile, OutgoingPayment } from '../../../../src/rails/bank-files/bank-file.ts';
import { writePain001 } from '../../../../src/rails/bank-files/iso20022/write-pain-001.ts';
import { writePain008 } from '../../../../src/rails/bank-files/iso20022/write-pain-008.ts';
import { aFile, aMandate, aPayment, ourIban, written } from '../../../support/bank-files.ts';

const folder = process.env['BANK_SCHEMAS_DIR'];
const canValidate = folder !== undefined && spawnSync('xmllint', ['--version']).error === undefined;

const address = {
  street: 'Main & Son Street <5>',
  buildingNumber: '5',
  postalCode: '10001',
  town: 'New York',
  countrySubdivision: 'NY',
  country: 'US',
};
const withBic = { name: 'Škoda & Sons', iban: 'FR1420041010050500013M02606', bic: 'PSSTFRPPXXX', address };
const withNumber = { name: 'José Ltd', accountNumber: '0123456789', routingNumber: '021000021', address };
const creditor = { name: 'Acme', iban: ourIban, creditorId: 'DE98ZZZ09999999999', address };

const payments = [
  aPayment(),
  aPayment({ counterparty: withBic, remittance: undefined }),
  aPayment({ counterparty: { iban: 'FR1420041010050500013M02606' }, remittance: 'ä<>&"\'€'.repeat(40) }),
];
const crossBorder = [
  ...payments,
  aPayment({ counterparty: withNumber }),
  aPayment({ amount: 999_999_999_999_999n }),
];
const directDebits = (['FRST', 'RCUR', 'OOFF', 'FNAL'] as const).flatMap((sequence) =>
  payments.map((payment) => ({ ...payment, mandate: { ...aMandate, sequence } })),
);

const ofDebits = { kind: 'PAIN_008', direction: 'DEBIT', account: creditor } as const;

describe.skipIf(!canValidate)('files follow the schemas in BANK_SCHEMAS_DIR', () => {
  test.each<[string, string, readonly OutgoingPayment[], Partial<OutgoingFile>]>([
    ['SEPA credit transfers', 'pain.001.001.09', payments, {}],
    ['SEPA instant credit transfers', 'pain.001.001.09', payments, { serviceLevel: 'SEPA_INSTANT' }],
    [
      'cross-border payments',
      'pain.001.001.09',
      crossBorder,
      { serviceLevel: 'CROSS_BORDER', currency: 'USD' },
    ],
    [
      'payments without decimals',
      'pain.001.001.09',
      crossBorder,
      { serviceLevel: 'CROSS_BORDER', currency: 'VND' },
    ],
    ['payments of an account without a BIC', 'pain.001.001.09', payments, { account: creditor }],
    ['SEPA direct debits', 'pain.008.001.08', directDebits, ofDebits],
  ])('%s', async (_, schema, records, change) => {
    const path = join(folder ?? '', `${schema}.xsd`);
    expect(existsSync(path)).toBe(true);
    const text = await written(
      schema.startsWith('pain.001') ? writePain001 : writePain008,
      aFile(records, change),
      records,
    );
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', path, '-'], {
      input: text,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '- validates\n' });
  });
});
