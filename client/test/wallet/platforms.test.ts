/** The kit, bundled for browsers, in a runtime without Buffer, process and the modules of Node. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyStamp } from '../../../src/kernel/crypto/stamp.ts';
import { projectRoot } from '../../../src/kernel/project.ts';
import sessionKeys from '../../vectors/session-keys.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'payments-kit-'));
const bundle = join(folder, 'kit.js');

beforeAll(async () => {
  const entry = join(folder, 'entry.js');
  const sources = join(projectRoot, 'client/src/wallet');
  writeFileSync(entry, `export * from '${sources}/index.ts'; export * from '${sources}/testing.ts';`);
  await build({
    input: entry,
    platform: 'browser',
    output: { file: bundle, format: 'iife', name: 'kit', codeSplitting: false },
    logLevel: 'silent',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the body of an async function in a worker whose only other global is `kit`. */
async function inWorker(body: string): Promise<unknown> {
  const code = `
    const { parentPort } = require('node:worker_threads');
    for (const name of ['Buffer', 'process', 'require', 'module', 'global']) delete globalThis[name];
    (0, eval)(${JSON.stringify(`${readFileSync(bundle, 'utf8')}; globalThis.kit = kit;`)});
    const run = (0, eval)(${JSON.stringify(`(async () => { ${body} })`)});
    run().then((value) => parentPort.postMessage(value), (error) => parentPort.postMessage(String(error)));`;
  const worker = new Worker(code, { eval: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}

test('the globals of Node are missing there', async () => {
  expect(await inWorker('return [typeof Buffer, typeof process, typeof require]')).toEqual(
    Array(3).fill('undefined'),
  );
});

test('a session key is opened, and its stamp is valid', async () => {
  const { recipient, valid } = sessionKeys;
  const [{ encryptedSessionSigningKey = '', sessionKey } = {}] = valid;
  const made = await inWorker(`
    const recipient = await kit.createRecipientKey('${recipient.privateKey}');
    const key = await kit.openSessionKey('${encryptedSessionSigningKey}', recipient);
    return kit.stamp('payload', key);`);
  const signer = { publicKey: sessionKey?.publicKey ?? '' };
  expect(verifyStamp(String(made), 'payload', [signer])).toBe(signer);
});

test('without WebCrypto a key of the client signs', async () => {
  const [publicKey, made] = (await inWorker(`
    const { crypto } = globalThis;
    const getRandomValues = (bytes) => crypto.getRandomValues(bytes);
    Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues } });
    const key = await kit.createSigningKey();
    return [key.publicKey, await kit.stamp('payload', key)];`)) as [string, string];
  const signer = { publicKey };
  expect(verifyStamp(made, 'payload', [signer])).toBe(signer);
});
