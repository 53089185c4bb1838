/**
 * Published NACHA files, which stay outside the repository: `BANK_SAMPLES_DIR` is a folder with the `.ach` files of the Git
 * repository moov-io/ach (Apache-2.0), in its folders. Without this setting, the tests are skipped.
 */
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readNacha } from '../../../../src/rails/bank-files/nacha/read-nacha.ts';

const folder = process.env['BANK_SAMPLES_DIR'];
const files = folder
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ach'))
  : [];

/** Files of that repository with wrong totals, missing records, control characters or wrong lengths. */
const unreadable = [
  ...['20110729A-invalid', '20110805A', 'Iat-invalidAddenda13', 'adv-invalidBatchEntries'],
  ...['adv-invalidFileControl', 'adv-noFileControl', 'bh-ed-ad-bh-ed-ad-ed-ad', '0', '1', '2', '3', '4', '5'],
  ...['flattenADVBatchesMultipleBatchHeaders', 'iat-batchHeaderErr', 'iat-invalidAddenda11'],
  ...['iat-invalidAddenda12', 'iat-invalidAddenda14', 'iat-invalidAddenda15', 'iat-invalidAddenda16'],
  ...['iat-invalidAddenda17', 'iat-invalidAddenda18', 'iat-invalidBatchControl', 'iat-invalidEntryDetail'],
  ...['invalid-two-micro-deposits', 'issue1620', 'issue751', 'moov-ids', 'nonascii', 'nonascii-utf8'],
  ...['pos-invalidEntryDetail', 'ppd-debit-fixedLengthInvalid', 'return-no-batch-controls'],
  ...['return-no-batch-header', 'return-no-file-header-control', 'shr-credit', 'txp-debit'],
];

const codes: Readonly<Record<string, readonly string[]>> = {
  'contested-return': ['R07', 'R68', 'R71'],
  'dishonored-return': ['R68', 'R68'],
  'cor-read': ['C01'],
  'cor-example': ['C01'],
  'iat-addenda98': ['C01'],
  'iat-addenda99': ['R01'],
  'iat-invalidAddenda98': ['C78'],
  'iat-invalidAddenda99': ['R96'],
  issue1620_return: ['R03'],
  issue702: ['R04', 'R03', 'R01'],
  'pos-invalidReturnFile': ['R96'],
  'return-PPD-custom-reason-code': ['R97'],
  'return-WEB': ['R01', 'R03'],
  'web-invalidNOCFile': ['C92'],
};

describe.skipIf(!folder)('published files', () => {
  test('were found', () => {
    expect(files.length).toBeGreaterThan(100);
  });

  test.each(files)('%s gives its codes, or is unreadable', async (path) => {
    const name = path.replace(/^.*\/|\.ach$/g, '');
    const reasons: string[] = [];
    const reading = (async () => {
      for await (const record of readNacha(createReadStream(join(folder ?? '', path)))) {
        if (record.record === 'return' || record.record === 'change-notice') reasons.push(record.reason);
      }
    })();
    if (unreadable.includes(name)) await expect(reading).rejects.toThrow(/./);
    else await reading.then(() => expect(reasons).toEqual(codes[name] ?? []));
  });
});
