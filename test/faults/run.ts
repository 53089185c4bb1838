/**
 * `npm run faults`: two servers on one PostgreSQL under a mixed load, while processes are killed, the database crashes,
 * connections break and the clock moves. Afterwards all payments settle, and the record of the clients is compared with the
 * ledger, the event log and every balance. Ends with a table, and with exit code 1 after a violation.
 *
 *   --seconds 60   the duration of the load
 *   --seed <n>     the seed of another run
 *   --soak         no faults: compares memory after ten minutes with memory after two
 *   --only a,b     only these kinds of faults, for example kill,crash
 *   --shared       uses a database on the test server instead of a separate cluster
 */
import { parseArgs } from 'node:util';
import { createClient } from './client.ts';
import { privateCluster, sharedCluster, withClient } from './cluster.ts';
import { startFaults } from './faults.ts';
import { populate, startLoad } from './load.ts';
import { watchMemory } from './memory.ts';
import { disturbances } from './outages.ts';
import { pause, seeded } from './random.ts';
import { startReceiver } from './receiver.ts';
import { RunRecord } from './record.ts';
import { report } from './report.ts';
import { createServer } from './servers.ts';
import { registerReceiver, settleAll } from './settle.ts';
import { startSubscribers } from './subscribers.ts';
import { verifyLedger } from './verify-ledger.ts';
import { verifyPayments } from './verify-payments.ts';
import { verifySubscribers, verifyWebhooks } from './verify-updates.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    soak: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    shared: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const seed = Number(values.seed);
const only = values.only.split(',').filter((name) => name !== '');
if (!(seconds > 0) || !Number.isInteger(seed)) throw new Error('--seconds and --seed take a number.');

const random = seeded(seed);
const record = new RunRecord();
const disturbed = disturbances();
let since = Date.now();
/** The duration of a part of the run. */
const took = (what: string): void => {
  record.count(`time: ${what}, s`, Math.round((Date.now() - since) / 1000));
  since = Date.now();
};
const closing: (() => Promise<unknown>)[] = [];

async function run(): Promise<void> {
  const cluster = (!values.shared && (await privateCluster())) || (await sharedCluster());
  closing.push(() => cluster.close());
  console.log(`${cluster.description}; ${seconds} s, --seed ${seed}${values.soak ? ', no faults' : ''}`);
  const servers = await Promise.all(
    ['server A', 'server B'].map((name) => createServer(name, cluster.url, record, disturbed, values.soak)),
  );
  for (const server of servers) closing.push(() => server.close());
  const receiver = await startReceiver(record, random.branch());
  closing.push(() => receiver.close());
  await Promise.all(servers.map((server) => server.start()));

  took('start of the cluster and the servers');
  const harness = { servers, record, disturbed };
  const after = await registerReceiver(harness, receiver);
  const parties = await populate(harness, random, 8);
  const subscribers = startSubscribers(harness, random, parties, after);
  took('customers and accounts');
  const memory = watchMemory(servers);
  const load = startLoad(harness, random, parties, { loops: 8, restMs: 60 });
  const faults = values.soak ? undefined : startFaults(harness, cluster, random.branch(), only);
  for (let second = 0; second < seconds; second += 1) await pause(1_000);
  await faults?.stop();
  await memory.stop();
  await load.stop();
  took('load and faults');
  console.log('settling and comparing');

  const client = createClient(harness, random.branch());
  for (const subscriber of subscribers) subscriber.settleDown();
  await withClient(cluster.url, async (sql) => {
    await settleAll(sql, harness, client, receiver);
    took('settling');
    await verifyPayments(sql, record, client);
    await verifySubscribers(sql, record, subscribers, after);
    await verifyWebhooks(sql, record, receiver);
  });
  await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
  await Promise.all(servers.map((server) => server.stop()));
  await verifyLedger(cluster.url, record);
  took('comparing');
  report(record, servers, memory, { seconds, seed, soak: values.soak });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  await run();
} catch (error) {
  record.finding(`the run broke off: ${(error as Error).stack}`);
}
for (const close of closing.toReversed()) {
  await close().catch((error: Error) => console.error(`could not clean up: ${error.message}`));
}
const { findings } = record;
for (const finding of findings) console.log(`FINDING ${finding}`);
console.log(findings.length === 0 ? 'Nothing was lost, doubled or wrong.' : `${findings.length} findings.`);
process.exit(findings.length === 0 ? 0 : 1);
