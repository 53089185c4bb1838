/** Published files of banks can be read. `BANK_SAMPLES_DIR` names a folder with such files (`*.xml`), which are not in this repository. */
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readIso20022 } from '../../../../src/rails/bank-files/iso20022/read-iso20022.ts';

const folder = process.env['BANK_SAMPLES_DIR'];
const samples = folder
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xml'))
  : [];

describe.skipIf(!folder)('samples in BANK_SAMPLES_DIR', () => {
  test('are there', () => {
    expect(samples).not.toEqual([]);
  });

  // A list without rows is an error, and without the setting there are none.
  test.each(samples.length > 0 ? samples : ['no sample'])('%s can be read', async (sample) => {
    const counts = { file: 0, statement: 0, 'statement-end': 0 };
    for await (const { record } of readIso20022(createReadStream(join(folder ?? '', sample)))) {
      if (record in counts) counts[record as keyof typeof counts] += 1;
    }
    expect(counts.file).toBe(1);
    expect(counts['statement-end']).toBe(counts.statement);
  });
});
