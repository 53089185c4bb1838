/** The packed package in projects of its users: Node.js, a worker without Node's globals, TypeScript. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../src/kernel/project.ts';
import { aBankAccount, aPayer } from '../../test/support/parties.ts';
import { type Service, startService } from '../../test/support/service.ts';
import { nodeVersion, type Project, projectWithClient } from './support/packed-client.ts';
import { useClient } from './support/using-program.ts';

const run = promisify(execFile);

let project: Project;
let service: Service;
let used: { url: string; token: string; input: object };

/** Bundles a module of the project for browsers. */
async function bundleOf(name: string, source: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  project.write(name, source);
  const { output } = await build({
    input: join(project.folder, name),
    platform: 'browser',
    output: { format, name: 'bundle', minify: true, codeSplitting: false },
    write: false,
    logLevel: 'silent',
  });
  return output[0].code;
}

const sizeOf = (code: string): number => gzipSync(code).length;

beforeAll(async () => {
  project = await projectWithClient();
  project.write('use.js', useClient);
  service = await startService({ server: true, standing: true });
  const { accountId, customerId } = await aPayer(service);
  const destination = await aBankAccount(service, customerId);
  const { token } = service.platform;
  used = { url: service.url, token, input: { source: accountId, destination, amount: 100 } };
});

afterAll(async () => {
  await service?.stop();
  project?.remove();
});

describe('in Node.js', () => {
  const useIn = async (node: string, transports: readonly string[]) => {
    project.write(
      'main.mjs',
      `import { use } from './use.js';
      console.log(process.version, JSON.stringify(await use(${JSON.stringify({ ...used, transports })})));`,
    );
    const { stdout } = await run(node, ['main.mjs'], { cwd: project.folder });
    return stdout.trim();
  };

  test('of this process, over server-sent events', async () => {
    expect(await useIn(process.execPath, ['sse'])).toBe(`${process.version} ["PENDING"]`);
  });

  test('24, over both transports', async ({ skip }) => {
    const node = await nodeVersion(24);
    if (!node) return skip('npm cannot install node@24 here');
    expect(await useIn(node, ['websocket', 'sse'])).toMatch(/^v24\S+ \["PENDING","PENDING"\]$/);
  });
});

test('in a worker without Buffer and process', async () => {
  const code = await bundleOf('worker.js', "export { use } from './use.js';", 'iife');
  const web = {
    AbortController,
    Blob,
    FormData,
    Headers,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
    btoa,
    clearInterval,
    clearTimeout,
    crypto: globalThis.crypto,
    fetch,
    setInterval,
    setTimeout,
  };
  const context = createContext(web);
  expect(runInContext('typeof process + typeof Buffer + typeof require', context)).toBe(
    'undefined'.repeat(3),
  );
  const statuses = await runInContext(
    `${code}; bundle.use(${JSON.stringify({ ...used, transports: ['sse'] })})`,
    context,
  );
  expect([...statuses]).toEqual(['PENDING']);
});

describe('the size of a bundle', () => {
  test('of the core is at most 30 kB', async () => {
    const size = sizeOf(await bundleOf('core.js', "export * from '@payments-platform/client';"));
    console.log(`core: ${size} bytes with gzip`);
    expect(size).toBeLessThanOrEqual(30_000);
  });

  test('has only the documents that are used', async () => {
    const code = await bundleOf(
      'one.js',
      "export { TransferOutDocument } from '@payments-platform/client/operations';",
    );
    expect(code).toContain('mutation TransferOut(');
    expect(code).not.toContain('mutation CreateCustomer(');
    expect(code).not.toContain('fragment QuoteFields');
    expect(sizeOf(code)).toBeLessThan(4_000);
  });
});

describe('in TypeScript with all strict options', () => {
  /** The examples of the README and of the guides that import the package, each a module. */
  const examples = ['client/README.md', 'docs/guides/subscriptions.md', 'docs/guides/browser.md']
    .map((path) => readFileSync(join(projectRoot, path), 'utf8'))
    .flatMap((text) => [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code))
    .filter((code) => code.includes('@payments-platform/client'));

  test.each(['nodenext', 'bundler'])('with the resolution of modules "%s"', async (moduleResolution) => {
    project.write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          target: 'es2022',
          module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext',
          moduleResolution,
          moduleDetection: 'force',
          lib: ['es2022', 'dom', 'dom.iterable'],
          types: [],
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          noPropertyAccessFromIndexSignature: true,
          skipLibCheck: false,
          noEmit: true,
        },
        include: ['*.ts'],
      }),
    );
    expect(examples.length).toBeGreaterThan(6);
    for (const [n, code] of examples.entries()) project.write(`example-${n}.ts`, code);
    const tsc = join(projectRoot, 'node_modules/.bin/tsc');
    const { stdout } = await run(tsc, ['-p', '.'], { cwd: project.folder }).catch((error) => error);
    expect(stdout).toBe('');
  });
});
