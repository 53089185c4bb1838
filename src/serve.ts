/** Reads the settings, starts the service, and drains it on SIGTERM or SIGINT. */
import { setTimeout as delay } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { startNotifier } from './agents/notifications/notifier.ts';
import { createApp } from './app.ts';
import { bootstrap } from './bootstrap.ts';
import { type Config, readConfig } from './config.ts';
import type { Database } from './infrastructure/database/client.ts';
import { createLog } from './infrastructure/observability/log.ts';
import { logDefect } from './infrastructure/observability/outages.ts';
import { terminalProgress } from './infrastructure/progress/terminal-progress.ts';
import { openDatabase } from './open-database.ts';
import { startSweeper } from './operations/retention/sweeper.ts';
import { startScreeningSchedule } from './operations/screening/screening-schedule.ts';
import { pageUrl } from './page-url.ts';
import { hasPlatformIn } from './platforms/store.ts';
import { maxStopMs, startExchanger } from './rails/exchanger.ts';
import { startRatePoller } from './rails/rates/rate-poller.ts';
import { startServer } from './server.ts';
import { startFailure } from './start-failure.ts';
import { startText } from './start-text.ts';
import { startDeliverer } from './webhooks/deliveries/deliverer.ts';
import { startWorker } from './worker.ts';

/** Long enough that an active keep-alive connection gets one more request, and ends with its response. */
const idleGraceMs = 1_000;

async function openAndRun(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const log = createLog(config.logLevel, pino.destination({ dest: 2, sync: true }));
  // Without a terminal, stderr is the log, whose lines are JSON.
  const progress = terminalProgress({ stream: process.stderr, env, lines: false });
  const db = await openDatabase(config, { statementSeconds: config.limits.time, progress });
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
        (error, job) => logDefect(log, 'a job failed and will be retried')(error, { job: job?.kind }),
        { observe: app.observability.onWork },
      )
    : undefined;
  if (worker) app.observability.health.watch(worker);
  const deliverer = config.worker
    ? await startDeliverer(
        app.ports,
        logDefect(log, 'a webhook call failed or could not be recorded, and will be retried'),
        { observe: app.observability.onWork },
      )
    : undefined;
  const notifier = config.worker
    ? startNotifier(app.ports, logDefect(log, 'a notification of approvers failed and will be retried'), {
        observe: app.observability.onWork,
      })
    : undefined;
  const exchanger = config.worker
    ? startExchanger(app.ports, logDefect(log, 'an exchange of bank files failed and will be repeated'))
    : undefined;
  const sweeper = config.worker
    ? startSweeper(app.ports, logDefect(log, 'the sweeper failed to delete expired records'))
    : undefined;
  const { rateFeed } = config;
  const ratePoller =
    config.worker && rateFeed
      ? startRatePoller(app.ports, rateFeed, {
          hasBitcoin: app.hasBitcoinRate,
          onPublication: async () => app.rateCache?.refresh(),
          onFailure: (problem) =>
            log.warn(
              { source: rateFeed.source, problem },
              'the exchange rates could not be updated, and the last ones stay in use',
            ),
          onError: logDefect(log, 'the exchange rates could not be polled'),
        })
      : undefined;
  const screeningSchedule =
    config.screeningLists.length > 0
      ? startScreeningSchedule(
          app.ports,
          { refresh: app.refreshScreening, rescreens: config.worker },
          logDefect(log, 'the sanctions lists could not be read again; the lists before are used'),
        )
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
      log.error(`draining took too long; not finished: ${[...unfinished].join(', ')}`);
      process.exit(1);
    }, drainDelayMs + 9_000).unref();
    server.failReadiness();
    await delay(drainDelayMs);
    await Promise.all([
      finish('server', server.close(idleGraceMs)),
      finish('worker', worker?.stop()),
      finish('deliverer', deliverer?.stop()),
      finish('notifier', notifier?.stop()),
      finish('exchanger', exchanger?.stop()),
      finish('requested exchanges', app.ports.requestedExchanges.stop(maxStopMs)),
      finish('sweeper', sweeper?.stop()),
      finish('rate poller', ratePoller?.stop()),
      finish('screening', screeningSchedule?.stop()),
    ]);
    await finish('database', app.close());
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  const lacksRates =
    config.ratesFile === undefined && !rateFeed && (await hasPlatformIn(db.orm, 'PRODUCTION'));
  const pages = pageUrl(config, Number(new URL(server.url).port));
  process.stdout.write(startText(server.url, pages, created, { graphiql: config.graphiql, lacksRates }));
}

/** Serves until a signal. If the service cannot start, the process ends with a line that says why. */
export const serve = (env: NodeJS.ProcessEnv): Promise<void> =>
  openAndRun(env).catch((error: unknown) => {
    process.stderr.write(`${startFailure(error)}\n`);
    process.exit(1);
  });
