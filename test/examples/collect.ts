/**
 * Writes the examples of the REST reference, `src/transports/rest/examples.json`: for each operation the request and the
 * response of a test. Ids, instants, addresses and secrets are replaced, so that an example shows none of a real run.
 *
 *   npm run openapi:examples
 *
 * An operation keeps its example while that is complete and matches the schemas. `--all` replaces all of them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { OperationExample } from '../../src/transports/rest/examples.ts';
import {
  exampleProblems,
  missingParts,
  operationAt,
  operationIds,
  type RecordedExchange,
} from '../support/rest-examples.ts';
import { findTestFiles } from '../support/test-files.ts';

const file = new URL('../../src/transports/rest/examples.json', import.meta.url);
const maxLength = 8_000;
const maxItems = 2;

/** The tests with which every operation succeeds at least once. */
const tests = [
  'test/transports/rest',
  'test/transports/pages',
  'test/customers',
  'test/members',
  'test/agents/backtest/backtest-over-apis.test.ts',
  'test/operations/explanation',
  'test/payments/quotes/estimate-withdrawal-fee.test.ts',
  'test/journeys/passkey-wallet.test.ts',
];

/** Tests that send nonsense, and the one that needs complete examples. */
const excluded = ['fuzz.test.ts', 'same-errors.test.ts', 'examples.test.ts'];

const files = findTestFiles(['test']).all.filter(
  (path) => tests.some((start) => path.startsWith(start)) && !excluded.includes(basename(path)),
);

const folder = mkdtempSync(join(tmpdir(), 'examples-'));
const recording = join(folder, 'exchanges.jsonl');
const run = spawnSync('npx', ['vitest', 'run', '--project', 'node', ...files], {
  env: { ...process.env, RECORD_EXAMPLES: recording },
  stdio: 'inherit',
});
// Examples are compared with the schemas, so a test that fails, for example because an example is missing, does no harm.
if (run.status !== 0) console.error('Some tests failed. The examples are of those requests that succeeded.');
const exchanges = readFileSync(recording, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedExchange);
rmSync(folder, { recursive: true });

/** Lists of records have at most two items. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isOfRecords = value.some((item) => typeof item === 'object');
    return (isOfRecords ? value.slice(0, maxItems) : value).map(shortened);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

const replacements: readonly (readonly [RegExp, (match: string, ...groups: string[]) => string])[] = [
  [/p[0-9a-f]{12}\.sandbox\.uma\.example/g, () => 'pay.example.com'],
  [/\$u-[a-z0-9]+@/g, () => '$ada@'],
  [/http:\/\/127\.0\.0\.1:\d+\/invitations\//g, () => 'https://payments.example/invitations/'],
  [
    /http:\/\/127\.0\.0\.1:\d+\/verify\/([\w-]+)/g,
    (_, token = '') => `https://payments.example/verify/${'0'.repeat(token.length)}`,
  ],
  [/http:\/\/127\.0\.0\.1:\d+/g, () => 'https://app.example'],
  [/(?<="clientSecret":")[^"]+/g, (secret) => '0'.repeat(secret.length)],
  [/gat_[0-9a-f]+/g, (token) => `gat_${'0'.repeat(token.length - 4)}`],
];

/** Replaces what differs between two runs. Equal values stay equal. */
function withoutRandomness(example: OperationExample): OperationExample {
  const uuids = new Map<string, string>();
  let text = JSON.stringify(example).replace(
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    (uuid) => {
      const known = uuids.get(uuid) ?? `019c0000-0000-7000-8000-${String(uuids.size + 1).padStart(12, '0')}`;
      uuids.set(uuid, known);
      return known;
    },
  );
  const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
  const instants = [...new Set(text.match(instant))].sort();
  text = text.replace(instant, (found) =>
    new Date(Date.UTC(2026, 0, 15, 9, 30 + 5 * instants.indexOf(found))).toISOString(),
  );
  for (const [pattern, replace] of replacements) text = text.replace(pattern, replace);
  return JSON.parse(text) as OperationExample;
}

const leaves = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + leaves(inner), 0)
    : value === null
      ? 0
      : 1;

/** The more an example shows, the better. */
const worth = ({ request, response, challenge }: OperationExample): number =>
  leaves(request) + leaves(response) + leaves(challenge);

const found: Record<string, OperationExample> = {};
for (const { method, path, requestBody, status, body } of exchanges) {
  const [pathname = path, search = ''] = path.split('?');
  const operation = operationAt(method, pathname);
  if (!operation) continue;
  const { id, parameters } = operation;
  const query = Object.fromEntries(new URLSearchParams(search));
  const isChallenge = status === 202 && operation.canChallenge;
  const example = withoutRandomness({
    parameters: { ...parameters, ...query },
    ...(requestBody !== undefined && { request: requestBody }),
    ...(body !== undefined && { [isChallenge ? 'challenge' : 'response']: shortened(body) }),
  });
  if (JSON.stringify(example).length > maxLength || JSON.stringify(example).includes('<')) continue;
  if (exampleProblems(id, example).length > 0) continue;
  const known = found[id];
  const merged: OperationExample = isChallenge
    ? { ...example, ...known, ...(known?.challenge === undefined && { challenge: example.challenge }) }
    : { ...example, ...(known?.challenge !== undefined && { challenge: known.challenge }) };
  if (!known || (isChallenge ? known.challenge === undefined : worth(merged) > worth(known)))
    found[id] = merged;
}

const committed = JSON.parse(readFileSync(file, 'utf8')) as Record<string, OperationExample>;
const isCurrent = (id: string, example: OperationExample) =>
  operationIds.has(id) && exampleProblems(id, example).length === 0 && missingParts(id, example).length === 0;
for (const [id, example] of Object.entries(committed)) {
  if (!process.argv.includes('--all') && isCurrent(id, example)) found[id] = example;
}
const sorted = Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(sorted, undefined, 2)}\n`);
