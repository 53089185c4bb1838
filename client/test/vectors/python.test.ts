/** A second implementation, in Python, which shares no code with the client or the server. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../../src/kernel/project.ts';
import { processToken, startProcess } from '../../../test/support/server-process.ts';
import { vectorFiles } from '../../generate-vectors.ts';

const run = promisify(execFile);
const folderOfScripts = join(projectRoot, 'client/test/vectors');

const python = async (script: string, argument: string): Promise<unknown> => {
  const env = { PATH: process.env['PATH'], TOKEN: processToken, PYTHONDONTWRITEBYTECODE: '1' };
  return JSON.parse((await run('python3', [join(folderOfScripts, script), argument], { env })).stdout);
};

const isPresent = await run('python3', ['-c', 'import cryptography']).then(
  () => true,
  () => false,
);
if (!isPresent) console.log('Skipped: python3 with the package cryptography is missing.');

describe.skipIf(!isPresent)('the implementation in Python', () => {
  test('accepts and rejects the rows of the vectors', async () => {
    const { 'cursors.json': cursors, ...files } = await vectorFiles();
    const { events } = cursors as { events: object };
    const rows = [...Object.values(files), events].flatMap((file) => {
      const { valid, invalid } = file as { valid: object[]; invalid: object[] };
      return [...valid, ...invalid];
    });
    expect(await python('check_vectors.py', join(projectRoot, 'client/vectors'))).toBe(rows.length);
  });

  test('opens a session and completes a signed retry', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-python-'));
    const server = await startProcess({ DATA_DIR: join(folder, 'data') });
    try {
      expect(await python('wallet.py', server.url)).toEqual({ words: 12, isOfPlatform: true });
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
