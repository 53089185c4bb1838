/** The imports that each kind of file may have, in addition to the order of contexts. Read from the imports of every file. */
import { describe, expect, test } from 'vitest';
import { type Import, type SourceFile, sourceFilesIn } from '../support/source-files.ts';

const src = sourceFilesIn('src');
const schema = sourceFilesIn('schema');
const all = [...src, ...schema];

const inFolder =
  (...folders: string[]) =>
  ({ path }: { path: string }) =>
    folders.some((folder) => path.startsWith(`src/${folder}/`));
const nameOf = ({ path }: { path: string }) => path.slice(path.lastIndexOf('/') + 1);

/** The imports that violate the rule, as `from -> to`. */
const rejectedIn = (files: readonly SourceFile[], allowed: (one: Import) => boolean): string[] =>
  files
    .flatMap(({ imports }) => imports)
    .filter((one) => !allowed(one))
    .map(({ from, to }) => `${from} -> ${to}`);

const isOurs = ({ to }: Import) => to.startsWith('src/') || to.startsWith('schema/');
const within = (one: Import, ...folders: string[]) =>
  folders.some((folder) => one.to.startsWith(`src/${folder}/`));

const isStore = (file: { path: string }) =>
  /(^|-)store\.ts$/.test(nameOf(file)) && !/file-store/.test(file.path);

/** SQL, transactions, jobs and the event log, which files with rules do not use. */
const machinery = [
  'infrastructure/database',
  'infrastructure/jobs',
  'infrastructure/idempotency',
  'infrastructure/events/event-store.ts',
  'infrastructure/events/log.ts',
  'infrastructure/events/tail.ts',
  'ledger/account-store.ts',
  'ledger/ledger-batch-store.ts',
  'ledger/posting-store.ts',
];
const worldly = /^(node:(?!crypto|net|path)|drizzle-orm|postgres|@electric-sql|pino|nodemailer|ws$|graphql)/;

test('the files were read', () => {
  expect(src.length).toBeGreaterThan(200);
  expect(src.flatMap(({ imports }) => imports).length).toBeGreaterThan(1_000);
});

test('every export is imported by another file', () => {
  const packages = [...sourceFilesIn('client/src'), ...sourceFilesIn('cli/src')];
  const users = [...all, ...packages, ...['test', 'client/test', 'cli/test'].flatMap(sourceFilesIn)];
  const declared = /^export (?:abstract |async )*(?:const|let|function\*?|class|interface|type) (\w+)/gm;
  // drizzle-kit reads the exports of tables.ts. Users of the client package import testing.ts and what is generated.
  const isEntry = ({ path }: SourceFile) =>
    path.includes('/generated/') || path === 'client/src/wallet/testing.ts';
  const exporting = [...all, ...packages].filter((file) => nameOf(file) !== 'tables.ts' && !isEntry(file));
  const unused = exporting.flatMap(({ path, code }) => {
    const importers = users.filter(({ imports }) => imports.some(({ to }) => to === path));
    return [...code.matchAll(declared)]
      .map(([, name]) => name as string)
      .filter((name) => !importers.some((user) => new RegExp(`\\b${name}\\b`).test(user.code)))
      .map((name) => `${path} ${name}`);
  });
  expect(exporting.length).toBeGreaterThan(200);
  expect(unused).toEqual([]);
});

test('only transports and the schema import GraphQL libraries', () => {
  const below = src.filter((file) => !inFolder('transports')(file) && file.path !== 'src/server.ts');
  expect(rejectedIn(below, ({ to }) => !/^(graphql|@pothos|graphql-)/.test(to))).toEqual([]);
});

test('only the composition root imports adapters', () => {
  const roots = ['src/app.ts', 'src/hooks.ts', 'src/serve.ts'];
  // Both APIs call the operations of the sandbox, like those of other contexts.
  const operations = [
    ...['advance-clock', 'create-oidc-token', 'fund-account', 'receive-uma', 'run-due-work', 'send'],
    ...['create-fault', 'delete-fault', 'delete-faults', 'errors', 'fault', 'fault-view', 'list-faults'].map(
      (name) => `faults/${name}`,
    ),
  ].map((name) => `src/sandbox/${name}.ts`);
  const others = all.filter((file) => !inFolder('sandbox')(file) && !roots.includes(file.path));
  const isTransport = ({ from }: Import) => from.startsWith('schema/') || from.startsWith('src/transports/');
  expect(
    rejectedIn(
      others,
      (one) =>
        !within(one, 'sandbox') ||
        one.to === 'src/sandbox/ports.ts' ||
        (isTransport(one) && operations.includes(one.to)),
    ),
  ).toEqual([]);
  expect(
    rejectedIn(
      src.filter(({ path }) => ![...roots, 'src/server.ts'].includes(path)),
      ({ to, isTypeOnly }) => to !== 'src/app.ts' || isTypeOnly,
    ),
  ).toEqual([]);
});

test('stores hold SQL and import tables, records and other stores', () => {
  const stores = src.filter(isStore);
  expect(stores.length).toBeGreaterThan(10);
  const operationsOf = (one: Import) =>
    src.some(({ path, code }) => path === one.to && /\btransact\(/.test(code));
  expect(
    rejectedIn(
      stores,
      (one) =>
        one.isTypeOnly ||
        !isOurs(one) ||
        isStore({ path: one.to }) ||
        nameOf({ path: one.to }) === 'tables.ts' ||
        (!['src/app.ts', 'src/config.ts'].includes(one.to) &&
          !within(
            one,
            'infrastructure/jobs',
            'infrastructure/idempotency',
            'infrastructure/events',
            'sandbox',
          ) &&
          !operationsOf(one)),
    ),
  ).toEqual([]);
});

test('an id is split into its type and uuid only by stores and by the row mappers of stores', () => {
  /** `row.ts` and `*-row.ts` convert between the row of a table and its record. The kernel defines the form of ids. */
  const maySplit = (file: SourceFile) =>
    isStore(file) || /(^|-)(row|file-store)\.ts$/.test(nameOf(file)) || inFolder('kernel')(file);
  const splitting = all.filter(({ code }) => /\buuidOf\b/.test(code));
  expect(splitting.length).toBeGreaterThan(20);
  expect(splitting.filter((file) => !maySplit(file)).map(({ path }) => path)).toEqual([]);
});

describe('rules', () => {
  /** Files with rules: synchronous, and without imports of infrastructure. */
  const rules = src.filter(
    (file) =>
      inFolder(
        'accounts',
        'agents',
        'customers',
        'ledger',
        'payments',
        'platforms',
        'wallets',
        'webhooks',
      )(file) &&
      !isStore(file) &&
      nameOf(file) !== 'tables.ts' &&
      !/\b(await|async)\b/.test(file.code),
  );

  test('exist', () => {
    expect(rules.length).toBeGreaterThan(50);
  });

  test('import no infrastructure and no I/O', () => {
    expect(
      rejectedIn(
        rules,
        (one) =>
          one.isTypeOnly ||
          // A posting names the ledger account of an internal account, or a service account.
          (one.from === 'src/payments/transactions/posting-rules.ts' &&
            one.to === 'src/ledger/account-store.ts') ||
          (!worldly.test(one.to) && !machinery.some((part) => one.to.startsWith(`src/${part}`))),
      ),
    ).toEqual([]);
  });

  test('do not read the clock', () => {
    const violations = rules.filter(({ code }) =>
      /\bnew Date\(\)|\bDate\.now\(|\bperformance\.now\(|Math\.random\(/.test(code),
    );
    expect(violations.map(({ path }) => path)).toEqual([]);
  });
});

test('operations take the time from a port', () => {
  const operations = src.filter(
    (file) => /\btransact\(|\bonce[<(]/.test(file.code) && !inFolder('infrastructure', 'transports')(file),
  );
  expect(operations.length).toBeGreaterThan(20);
  const violations = operations.filter(({ code }) => /\bnew Date\(\)|\bDate\.now\(/.test(code));
  expect(violations.map(({ path }) => path)).toEqual([]);
});

test('the environment is read in one place', () => {
  const reading = src.filter(({ code }) => /\bprocess\.env\b/.test(code)).map(({ path }) => path);
  // Each `main.ts` is the entry point of a process: the server, a command of an operator, the demo.
  const isEntry = (path: string) => path === 'src/config.ts' || path.endsWith('/main.ts');
  expect(reading.filter((path) => !isEntry(path))).toEqual([]);
});

test('resolvers hold no SQL', () => {
  expect(rejectedIn(schema, ({ to }) => !/^(drizzle-orm|postgres|@electric-sql)/.test(to))).toEqual([]);
  expect(rejectedIn(schema, (one) => one.isTypeOnly || !one.to.endsWith('/tables.ts'))).toEqual([]);
});
