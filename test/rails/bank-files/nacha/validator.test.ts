/**
 * A published validator accepts the files that we write. `NACHA_VALIDATOR` is the path of a program that takes the paths of files
 * and ends with an exit code above 0 if one of them is invalid, for example a few lines around the reader and `Validate` of
 * https://github.com/moov-io/ach. The program is not in this repository.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { OutgoingFile, OutgoingPayment } from '../../../../src/rails/bank-files/bank-file.ts';
import { maxNachaAmount } from '../../../../src/rails/bank-files/nacha/fields.ts';
import { acme, nachaAccount, nachaPayment, traceOf, writtenNacha } from '../../../support/nacha-files.ts';

const validator = process.env['NACHA_VALIDATOR'];
const folder = mkdtempSync(join(tmpdir(), 'nacha-validator-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const balanced = {
  account: { ...nachaAccount, balancedBatches: true },
  offsetTraceNumbers: [traceOf(9_000_001), traceOf(9_000_002)] as const,
};
const debits = { direction: 'DEBIT' } as const;
const many = (count: number, payment: () => OutgoingPayment) => Array.from({ length: count }, payment);
const toBusiness = () => nachaPayment({ counterparty: acme });
const withAddenda = () => nachaPayment({ remittance: 'Invoice 42 & <others>' });

/** What the validator prints about a file. */
function validated(name: string, text: string): { readonly status: number | null; readonly said: string } {
  const path = join(folder, `${name}.ach`);
  writeFileSync(path, text);
  const { status, stdout, stderr } = spawnSync(validator ?? '', [path], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

describe.skipIf(!validator)('the program NACHA_VALIDATOR accepts', () => {
  test.each<[string, readonly OutgoingPayment[], Partial<OutgoingFile>]>([
    ['a credit to an individual', [nachaPayment()], {}],
    ['credits to businesses', many(3, toBusiness), {}],
    ['credits to both', [nachaPayment(), withAddenda(), toBusiness()], {}],
    ['debits', many(7, () => nachaPayment()), debits],
    ['debits of businesses with addenda', many(4, () => ({ ...toBusiness(), remittance: 'Rent' })), debits],
    ['a balanced batch of credits', many(8, withAddenda), balanced],
    ['a balanced batch of debits', many(8, () => nachaPayment()), { ...balanced, ...debits }],
    ['the largest amount', [nachaPayment({ amount: maxNachaAmount })], {}],
    ['a thousand payments', many(1_000, withAddenda), balanced],
  ])('%s', async (name, payments, overrides) => {
    const { status, said } = validated(name, await writtenNacha(payments, overrides));
    expect([status, said]).toEqual([0, expect.any(String)]);
  });

  test.each<[string, RegExp]>([
    ['total of the credits', /(?<=^9.{50})1(?=250)/m],
    ['amount of a payment', /(?<=^6.{34})1(?=250)/m],
  ])('no file with another %s', async (name, digit) => {
    const text = await writtenNacha([nachaPayment()]);
    const changed = text.replace(digit, '2');
    expect(changed).not.toBe(text);
    expect(validated(name, changed).status).toBeGreaterThan(0);
  });
});
