/** Starts the process: settings, database, first platform, worker, server; and drains it when it is told to stop. */
import pino from 'pino';
import { createApp, openDatabase } from './app.ts';
import { bootstrap } from './bootstrap.ts';
import { ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { startServer } from './server.ts';
import { startDeliverer } from './webhooks/deliverer.ts';
import { startWorker } from './worker.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, pino.destination({ dest: 2, sync: true }));
  const db = await openDatabase(config);
  const app = await createApp(config, db, log);
  const created = await bootstrap(app.ports, config);
  const worker = config.worker
    ? await startWorker(db, app.jobs, app.ports.clock.real, (error, job) =>
        log.error({ err: error, job: job?.kind }, 'a job failed and will be tried again'),
      )
    : undefined;
  const deliverer = config.worker
    ? await startDeliverer(app.ports, (error) =>
        log.error({ err: error }, 'a webhook could not be called or recorded, and will be tried again'),
      )
    : undefined;
  const server = await startServer(app);

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'draining');
    // Nothing may keep the process longer than an orchestrator waits.
    setTimeout(() => process.exit(1), 9_000).unref();
    await server.close();
    await Promise.all([worker?.stop(), deliverer?.stop()]);
    await app.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  process.stdout.write(startText(server.url, created, config.graphiql));
}

function startText(
  url: string,
  created: { clientId: string; clientSecret: string } | undefined,
  graphiql: boolean,
): string {
  const lines = [`Payments platform: ${url}/graphql${graphiql ? '  (GraphiQL in a browser)' : ''}`];
  if (created) {
    const token = `${created.clientId}:${created.clientSecret}`;
    lines.push(
      '',
      'A sandbox platform was made. Its API token, shown this once:',
      `  ${token}`,
      `  Authorization: Basic ${Buffer.from(token).toString('base64')}`,
      '',
      'Paste this to begin:',
      `  curl -s ${url}/graphql -u '${token}' -H 'content-type: application/json' \\`,
      `    -d '{"query":"{ viewer { __typename ... on Platform { id name mode } } }"}'`,
    );
  } else {
    lines.push('Ready. Use the API token that was shown at the first start.');
  }
  return `${lines.join('\n')}\n`;
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    process.stderr.write('PORT is in use by another process: stop it, or set PORT to another number.\n');
  } else if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') {
    process.stderr.write('DATABASE_URL names a server that does not answer.\n');
  } else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
