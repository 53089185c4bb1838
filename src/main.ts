/** The process entry: reads the settings, starts the service, and drains it on SIGTERM or SIGINT. */
import { setTimeout as delay } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { createApp, openDatabase } from './app.ts';
import { type Bootstrapped, bootstrap } from './bootstrap.ts';
import { type Config, readConfig } from './config.ts';
import type { Database } from './infrastructure/database/client.ts';
import { createLog } from './infrastructure/observability/log.ts';
import { logDefect } from './infrastructure/observability/outages.ts';
import { startSweeper } from './operations/retention/sweeper.ts';
import { startServer } from './server.ts';
import { startFailure } from './start-failure.ts';
import { startDeliverer } from './webhooks/deliveries/deliverer.ts';
import { startWorker } from './worker.ts';

/** Long enough that an active keep-alive connection gets one more request, and ends with its response. */
const idleGraceMs = 1_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, pino.destination({ dest: 2, sync: true }));
  const db = await openDatabase(config, { statementSeconds: config.limits.time });
  try {
    await run(config, db, log);
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function run(config: Config, db: Database, log: Logger): Promise<void> {
  const app = await createApp(config, db, log);
  const created = await bootstrap(app.ports, config);
  // The server starts first: if its port is in use, the process ends before any job runs.
  const server = await startServer(app);
  const worker = config.worker
    ? await startWorker(
        db,
        app.jobs,
        app.ports.clock.real,
        (error, job) => logDefect(log, 'a job failed and will be tried again')(error, { job: job?.kind }),
        { observe: app.observability.onWork },
      )
    : undefined;
  if (worker) app.observability.health.watch(worker);
  const deliverer = config.worker
    ? await startDeliverer(
        app.ports,
        logDefect(log, 'a webhook could not be called or recorded, and will be tried again'),
        { observe: app.observability.onWork },
      )
    : undefined;
  const sweeper = config.worker
    ? startSweeper(app.ports, logDefect(log, 'the sweeper failed to delete expired records'))
    : undefined;

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'draining');
    const drainDelayMs = config.drainSeconds * 1_000;
    const unfinished = new Set<string>();
    const finish = async (part: string, finished: Promise<void> | undefined) => {
      unfinished.add(part);
      await finished;
      unfinished.delete(part);
    };
    // Orchestrators kill a process 10 s after SIGTERM.
    setTimeout(() => {
      log.error(`draining took too long: not finished are ${[...unfinished].join(', ')}`);
      process.exit(1);
    }, drainDelayMs + 9_000).unref();
    server.failReadiness();
    await delay(drainDelayMs);
    await Promise.all([
      finish('server', server.close(idleGraceMs)),
      finish('worker', worker?.stop()),
      finish('deliverer', deliverer?.stop()),
      finish('sweeper', sweeper?.stop()),
    ]);
    await finish('database', app.close());
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  process.stdout.write(startText(server.url, created, config));
}

/** The text that the process prints after its start. It ends with a command to try. */
function startText(
  url: string,
  created: Bootstrapped | undefined,
  { graphiql, ratesFile }: Pick<Config, 'graphiql' | 'ratesFile'>,
): string {
  const lines = [`Payments platform: ${url}/graphql${graphiql ? '  (GraphiQL in a browser)' : ''}`];
  if (ratesFile === undefined) {
    lines.push(
      'RATES_FILE is not set: production platforms have no exchange rates, and their quotes are rejected.',
    );
  }
  if (created) {
    const { clientId, secret } = created;
    // The secret of BOOTSTRAP_TOKEN is not printed, because logs must not contain it.
    const token = secret === undefined ? undefined : `${clientId}:${secret}`;
    lines.push(
      '',
      ...(token === undefined
        ? [`A sandbox platform was made. Its API token is the one in BOOTSTRAP_TOKEN, of id ${clientId}.`]
        : [
            'A sandbox platform was made. Its API token, shown this once:',
            `  ${token}`,
            `  Authorization: Basic ${Buffer.from(token).toString('base64')}`,
          ]),
      '',
      'Paste this to begin:',
      `  curl -s ${url}/graphql -u ${token === undefined ? '"$BOOTSTRAP_TOKEN"' : `'${token}'`} -H 'content-type: application/json' \\`,
      `    -d '{"query":"{ viewer { __typename ... on Platform { id name mode } } }"}'`,
    );
  } else {
    lines.push(
      'It goes on with the platforms and API tokens that it has.',
      '',
      'Paste this to see that it answers:',
      `  curl -s ${url}/health/ready`,
    );
  }
  return `${lines.join('\n')}\n`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
});
