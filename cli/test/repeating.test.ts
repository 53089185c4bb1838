/** Commands that end before they know their result: what they print, and their exit codes. */
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './support/command.ts';

/** Accepts connections and sends nothing. */
let server: Server;
let env: Record<string, string>;

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  env = { PAYMENTS_URL: `http://127.0.0.1:${port}`, PAYMENTS_TOKEN: 'id:long-secret' };
});
afterAll(() => server.close());

const create = ['customers', 'create', '--name', 'Ada'];
const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;

test('an interrupted command has not succeeded, and shows the key that makes it safe to repeat', async () => {
  const signal = AbortSignal.timeout(100);
  const { code, stdout, stderr } = await runCommand([...create, '--json'], { env, signal });
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  expect(errorOf(stderr)).toMatchObject({ code: 'INTERRUPTED', exitCode: 130 });
  expect(errorOf(stderr).hint).toMatch(/--idempotency-key [0-9a-f-]{36}:/);
});

test('an interrupted read has no key', async () => {
  const signal = AbortSignal.timeout(100);
  const { code, stderr } = await runCommand(['customers', 'list', '--json'], { env, signal });
  expect(code).toBe(130);
  expect(errorOf(stderr)).not.toHaveProperty('hint');
});

test('a command without a response shows its key, the given one if there is one', async () => {
  const unreachable = { ...env, PAYMENTS_URL: 'http://127.0.0.1:1' };
  const own = [...create, '--idempotency-key', 'order-1', '--json'];
  for (const [argv, key] of [
    [[...create, '--json'], '[0-9a-f-]{36}'],
    [own, 'order-1'],
  ] as const) {
    const { code, stderr } = await runCommand(argv, { env: unreachable });
    expect(code).toBe(3);
    expect(errorOf(stderr).hint).toMatch(new RegExp(`--idempotency-key ${key}:`));
  }
});
