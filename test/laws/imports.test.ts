/** Imports point one way: read from the import statements of every file. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Import {
  readonly from: string;
  /** A path from the root, or the name of a package. */
  readonly to: string;
  /** Gone once compiled. */
  readonly typeOnly: boolean;
}

interface SourceFile {
  readonly path: string;
  readonly code: string;
  readonly imports: readonly Import[];
}

const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/g;

function read(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*/g, '$1');
  const imports = [...code.matchAll(statement)].map(([, type, fixed, later]) => {
    const to = (fixed ?? later) as string;
    return {
      from: path,
      to: to.startsWith('.') ? relative(root, resolve(root, dirname(path), to)) : to,
      typeOnly: type !== undefined,
    };
  });
  return { path, code, imports };
}

const filesIn = (folder: string): SourceFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => read(join(folder, name)));

const src = filesIn('src');
const schema = filesIn('schema');
const all = [...src, ...schema];

const inFolder =
  (...folders: string[]) =>
  ({ path }: { path: string }) =>
    folders.some((folder) => path.startsWith(`src/${folder}/`));
const nameOf = ({ path }: { path: string }) => path.slice(path.lastIndexOf('/') + 1);

/** What of these files' imports the rule does not allow, as `from -> to`. */
const refusedIn = (files: readonly SourceFile[], allowed: (one: Import) => boolean): string[] =>
  files
    .flatMap(({ imports }) => imports)
    .filter((one) => !allowed(one))
    .map(({ from, to }) => `${from} -> ${to}`);

const isOurs = ({ to }: Import) => to.startsWith('src/') || to.startsWith('schema/');
const within = (one: Import, ...folders: string[]) =>
  folders.some((folder) => one.to.startsWith(`src/${folder}/`));

const isStore = (file: { path: string }) =>
  /(^|-)store\.ts$/.test(nameOf(file)) && !/file-store/.test(file.path);

/** SQL, transactions, jobs and the log: what a file that only decides has nothing to do with. */
const machinery = [
  'database',
  'jobs',
  'idempotency',
  'ledger/ledger.ts',
  'ledger/store.ts',
  'events/log.ts',
  'events/tail.ts',
];
const worldly = /^(node:(?!crypto|net|path)|drizzle-orm|postgres|@electric-sql|pino|nodemailer|ws$|graphql)/;

test('the files were read', () => {
  expect(src.length).toBeGreaterThan(200);
  expect(src.flatMap(({ imports }) => imports).length).toBeGreaterThan(1_000);
});

test('kernel and money import nothing above them', () => {
  expect(refusedIn(src.filter(inFolder('kernel')), (one) => !isOurs(one) || within(one, 'kernel'))).toEqual(
    [],
  );
  expect(
    refusedIn(src.filter(inFolder('money')), (one) => !isOurs(one) || within(one, 'kernel', 'money')),
  ).toEqual([]);
  expect(
    refusedIn(src.filter(inFolder('crypto')), (one) => !isOurs(one) || within(one, 'kernel', 'crypto')),
  ).toEqual([]);
});

test('the service knows nothing of its faces', () => {
  const edge = ['src/main.ts', 'src/server.ts'];
  const below = src.filter(({ path }) => !edge.includes(path));
  expect(refusedIn(below, ({ to }) => !to.startsWith('schema/'))).toEqual([]);
  expect(refusedIn(below, ({ to }) => !/^(graphql|@pothos|graphql-)/.test(to))).toEqual([]);
  const operations = below.filter(({ path }) => !path.startsWith('src/http/') && path !== 'src/app.ts');
  expect(refusedIn(operations, (one) => !within(one, 'http'))).toEqual([]);
});

test('only the composition root knows which adapter serves a port', () => {
  const roots = ['src/app.ts', 'src/main.ts'];
  // The sandbox's own operations and what they read are like those of others: both APIs call them.
  const operations = ['advance-clock', 'fund-account', 'next-due', 'receive-uma', 'send'].map(
    (name) => `src/sandbox/${name}.ts`,
  );
  const others = all.filter((file) => !inFolder('sandbox')(file) && !roots.includes(file.path));
  const isFace = ({ from }: Import) => from.startsWith('schema/') || from.startsWith('src/http/');
  expect(
    refusedIn(others, (one) => !within(one, 'sandbox') || (isFace(one) && operations.includes(one.to))),
  ).toEqual([]);
  expect(
    refusedIn(
      src.filter(({ path }) => ![...roots, 'src/server.ts', 'src/commands/command.ts'].includes(path)),
      ({ to, typeOnly }) => to !== 'src/app.ts' || typeOnly,
    ),
  ).toEqual([]);
});

test('stores hold SQL and import tables, records and other stores', () => {
  const stores = src.filter(isStore);
  expect(stores.length).toBeGreaterThan(10);
  const operationsOf = (one: Import) =>
    src.some(({ path, code }) => path === one.to && /\btransact\(/.test(code));
  expect(
    refusedIn(
      stores,
      (one) =>
        one.typeOnly ||
        !isOurs(one) ||
        (!['src/ports.ts', 'src/app.ts', 'src/config.ts'].includes(one.to) &&
          !within(one, 'jobs', 'idempotency', 'events', 'sandbox', 'views') &&
          !operationsOf(one)),
    ),
  ).toEqual([]);
});

describe('rules', () => {
  /** A file that decides: it waits for nothing, and no file of the machinery is behind it. */
  const rules = src.filter(
    (file) =>
      inFolder(
        'accounts',
        'agents',
        'customers',
        'invitations',
        'ledger',
        'quotes',
        'receivers',
        'transactions',
        'transfers',
        'verifications',
        'payment-approvals',
        'platforms',
        'signed-requests',
        'views',
      )(file) &&
      !isStore(file) &&
      !/\b(await|async)\b/.test(file.code),
  );

  test('there are many', () => {
    expect(rules.length).toBeGreaterThan(50);
  });

  test('import no machinery and nothing of the world', () => {
    expect(
      refusedIn(
        rules,
        (one) =>
          one.typeOnly ||
          // An account's clearing account is named by the ledger's chart, and a leg by its account.
          (one.from === 'src/transactions/posting-rules.ts' && one.to === 'src/ledger/ledger.ts') ||
          (!worldly.test(one.to) && !machinery.some((part) => one.to.startsWith(`src/${part}`))),
      ),
    ).toEqual([]);
  });

  test('do not look at the clock', () => {
    const looking = rules.filter(({ code }) =>
      /\bnew Date\(\)|\bDate\.now\(|\bperformance\.now\(|Math\.random\(/.test(code),
    );
    expect(looking.map(({ path }) => path)).toEqual([]);
  });
});

test('operations are told the time by a port', () => {
  const operations = src.filter(
    (file) => /\btransact\(|\bonce[<(]/.test(file.code) && !inFolder('database', 'idempotency')(file),
  );
  expect(operations.length).toBeGreaterThan(20);
  const looking = operations.filter(({ code }) => /\bnew Date\(\)|\bDate\.now\(/.test(code));
  expect(looking.map(({ path }) => path)).toEqual([]);
});

test('the environment is read in one place', () => {
  const reading = src.filter(({ code }) => /\bprocess\.env\b/.test(code)).map(({ path }) => path);
  // Each `main.ts` is where a process begins: the server's, an operator's command's, the demo's.
  const isEntry = (path: string) => path === 'src/config.ts' || path.endsWith('/main.ts');
  expect(reading.filter((path) => !isEntry(path))).toEqual([]);
});

test('resolvers hold no SQL', () => {
  expect(refusedIn(schema, ({ to }) => !/^(drizzle-orm|postgres|@electric-sql)/.test(to))).toEqual([]);
  expect(refusedIn(schema, (one) => one.typeOnly || !within(one, 'database/tables'))).toEqual([]);
});
