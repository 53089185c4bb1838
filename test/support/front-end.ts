/** The front ends of the guides: their modules, bundled with their packages, and a back end with a page and `/session`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { projectRoot } from '../../src/kernel/project.ts';

const guides = ['browser', 'wallets', 'agents']
  .map((name) => readFileSync(join(projectRoot, `docs/guides/${name}.md`), 'utf8'))
  .join('\n');

/** The module that a guide shows under a name: a block that starts with its name, or a file that its shell writes. */
function guideModule(name: string): string {
  const escaped = name.replace('.', '\\.');
  const found =
    new RegExp(`\`\`\`js\\n(// ${escaped}\\n[\\s\\S]*?)\`\`\``).exec(guides)?.[1] ??
    new RegExp(`^cat > ${escaped} <<'SCRIPT'\\n([\\s\\S]*?)^SCRIPT$`, 'm').exec(guides)?.[1];
  if (found === undefined) throw new Error(`No guide shows ${name}`);
  return found;
}

const moduleNames = [
  'session.js',
  'socket.js',
  'apollo.js',
  'urql.js',
  'page.mjs',
  'wallet.js',
  'approver.js',
];

/** What a test calls in a page: `page.evaluate` finds it as `frontEnd`. */
export const dashboard = `
import { gql } from '@apollo/client';
import { apolloClient } from './apollo.js';
import { follow } from './page.mjs';
import { urqlClient } from './urql.js';

const list = 'query List($after: String) { eventCursor transactions(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }';
const updates = 'subscription Updates($after: String) { transactionUpdated(after: $after) { cursor status transaction { id } } }';

const clients = {
  apollo(service) {
    const client = apolloClient(service);
    return {
      query: async (variables) => (await client.query({ query: gql(list), variables })).data,
      subscribe: (variables, show) =>
        client.subscribe({ query: gql(updates), variables }).subscribe({
          next: ({ data, error }) => show(data?.transactionUpdated ?? { error: String(error) }),
          error: (error) => show({ error: String(error) }),
        }),
    };
  },
  urql(service) {
    const client = urqlClient(service);
    return {
      async query(variables) {
        const { data, error } = await client.query(list, variables).toPromise();
        if (error) throw error;
        return data;
      },
      subscribe: (variables, show) =>
        client.subscription(updates, variables).subscribe(({ data, error }) =>
          show(error ? { error: String(error) } : data.transactionUpdated)),
    };
  },
};

globalThis.seen = [];
const show = (update) => globalThis.seen.push(update);

globalThis.frontEnd = {
  /** Lists all transactions in pages of two, then follows their updates. */
  async start(name, service) {
    const client = clients[name](service);
    const ids = [];
    let pages = 0;
    let first;
    for (let after; ; ) {
      const { eventCursor, transactions } = await client.query({ after });
      first ??= eventCursor;
      pages += 1;
      ids.push(...transactions.nodes.map(({ id }) => id));
      if (!transactions.pageInfo.hasNextPage) break;
      after = transactions.pageInfo.endCursor;
    }
    client.subscribe({ after: first }, show);
    return { ids, pages };
  },
  follow: (service) => void follow(service, location.origin, show),
};
`;

export interface FrontEnd {
  readonly origin: string;
  /** The folder with \`page.js\` and \`index.html\`. */
  readonly folder: string;
  close(): Promise<void>;
}

const html =
  '<!doctype html><link rel="icon" href="data:,"><title>Payments</title><script type="module" src="/page.js"></script>';

/**
 * Bundles modules of the guides into a folder.
 *
 * @param entry the module that the page loads. It imports the modules of the guides by their names.
 */
export async function bundleFrontEnd(entry: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-front-end-'));
  const source = join(folder, 'source');
  mkdirSync(source);
  symlinkSync(join(projectRoot, 'node_modules'), join(source, 'node_modules'));
  for (const name of moduleNames) writeFileSync(join(source, name), guideModule(name));
  writeFileSync(join(source, 'entry.js'), entry);
  await build({
    input: join(source, 'entry.js'),
    platform: 'browser',
    resolve: { conditionNames: ['@payments-platform/source', 'browser', 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { file: join(folder, 'public/page.js'), format: 'esm', codeSplitting: false },
    logLevel: 'silent',
  });
  rmSync(source, { recursive: true });
  writeFileSync(join(folder, 'index.html'), html);
  return folder;
}

/**
 * Serves the page on a port of its own.
 *
 * @param session returns the access token for the page that asks.
 */
export async function serveFrontEnd(folder: string, session: () => Promise<string>): Promise<FrontEnd> {
  const script = readFileSync(join(folder, 'public/page.js'));
  const server = createServer((req, res) => {
    if (req.url === '/session' && req.method === 'POST') {
      session().then(
        (accessToken) =>
          res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ accessToken })),
        () => res.writeHead(500).end(),
      );
    } else if (req.url === '/page.js') {
      res.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else res.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
