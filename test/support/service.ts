/**
 * The service for tests: its operations on a real database with a manual clock and, on request, the server on a free
 * port.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { App } from '../../src/app.ts';
import { createApp, type PortOverrides } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Database } from '../../src/infrastructure/database/client.ts';
import { createLog } from '../../src/infrastructure/observability/log.ts';
import { logDefect } from '../../src/infrastructure/observability/outages.ts';
import type { Clock } from '../../src/infrastructure/ports.ts';
import { createPlatform } from '../../src/operations/platforms/create-platform.ts';
import type { PlatformPrincipal } from '../../src/platforms/access/principal.ts';
import type { PlatformMode } from '../../src/platforms/platform.ts';
import { findPlatform } from '../../src/platforms/store.ts';
import type { Ports } from '../../src/sandbox/ports.ts';
import { startServer } from '../../src/server.ts';
import { startDeliverer } from '../../src/webhooks/deliveries/deliverer.ts';
import { startWorker } from '../../src/worker.ts';
import type { TypedDocumentString } from '../graphql/graphql.ts';
import { recordGraphqlWrites, unrecordedWrites } from './audited-writes.ts';
import { testDatabase } from './database.ts';
import { performDueJob } from './jobs.ts';

/** A clock that only tests move. */
export class ManualClock implements Clock {
  #at: number;
  constructor(at = '2026-11-02T09:00:00.000Z') {
    this.#at = new Date(at).getTime();
  }
  real(): Date {
    return new Date(this.#at);
  }
  now({ clockOffsetMs }: { clockOffsetMs: number }): Date {
    return new Date(this.#at + clockOffsetMs);
  }
  advance(seconds: number): void {
    this.#at += seconds * 1000;
  }
}

export interface GraphQLResponse<T> {
  readonly status: number;
  readonly data: T;
  readonly errors?: readonly { message: string; path?: unknown; extensions: Record<string, unknown> }[];
}

export interface TestPlatform {
  readonly principal: PlatformPrincipal;
  /** `<id>:<secret>` */
  readonly token: string;
}

export interface Service {
  readonly app: App;
  readonly ports: Ports;
  readonly clock: ManualClock;
  readonly db: Database;
  /** The URL of the database, for a second process; absent for the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly config: Config;
  /** The first platform: a sandbox, unless `mode` is set. */
  readonly platform: TestPlatform;
  addPlatform(mode?: PlatformMode): Promise<TestPlatform>;
  /** Reads the principal again, because the clock of its platform may have moved. */
  refresh(platform?: TestPlatform): Promise<PlatformPrincipal>;
  /** Runs due jobs, and the jobs that they create, until none is due. */
  settle(): Promise<void>;
  /** Only with `server: true`. */
  readonly url: string;
  /** Sends a document over HTTP as the platform, or as the given `Authorization` header. */
  send<T, V>(
    document: TypedDocumentString<T, V>,
    variables: V,
    authorization?: string,
  ): Promise<GraphQLResponse<T>>;
  /** Stops the server as a deployment does, and starts it again on the same port. */
  restartServer(): Promise<void>;
  stop(): Promise<void>;
}

export const basic = (token: string): string => `Basic ${Buffer.from(token).toString('base64')}`;

export interface ServiceOptions {
  /** Starts the server and, unless `standing` is set, a worker on real time. */
  readonly server?: boolean;
  /**
   * For the server: only the test moves `clock`, and no worker runs, so that only `settle` and `sandboxAdvanceClock` run
   * jobs.
   */
  readonly standing?: boolean;
  /** The mode of the first platform; a sandbox by default. */
  readonly mode?: PlatformMode;
  readonly ports?: PortOverrides;
  readonly env?: Readonly<Record<string, string>>;
  /** Maps the URL of a database server to the URL for the service, for example that of a proxy. */
  readonly through?: (url: string) => Promise<string>;
  /** The destination of log lines; by default none. */
  readonly logTo?: { write(line: string): void };
}

/** A log destination that collects errors: defects, which no request may cause. */
export const errorsInto = (defects: string[]): NonNullable<ServiceOptions['logTo']> => ({
  write: (line) => {
    if (Number(JSON.parse(line).level) >= 50) defects.push(line);
  },
});

/** A value for `LIMITS` with timeouts that suffice on a busy machine. */
export const longTimeouts = 'time=120,count=120,search=120';

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { db, drop, url: databaseUrl } = await testDatabase({ through: options.through });
  const dataDir = mkdtempSync(join(tmpdir(), 'payments-'));
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LIMITS: longTimeouts, ...options.env });
  const log = options.logTo ? createLog('trace', options.logTo) : pino({ level: 'silent' });
  const clock = new ManualClock();
  const onRealTime = options.server === true && !options.standing;
  const overrides = onRealTime ? options.ports : { clock, ...options.ports };
  const app = await createApp(config, db, log, overrides);
  const { ports } = app;
  let server = options.server ? await startServer(app) : undefined;
  const worker = onRealTime
    ? await startWorker(db, app.jobs, () => ports.clock.real(), logDefect(log, 'job'))
    : undefined;
  const deliverer = options.server ? await startDeliverer(ports, logDefect(log, 'webhook')) : undefined;

  const addPlatform = async (mode: PlatformMode = 'SANDBOX'): Promise<TestPlatform> => {
    const created = await createPlatform(ports, {
      name: `${mode.toLowerCase()} under test`,
      mode,
      sandboxUmaDomain: config.sandboxUmaDomain,
    });
    const { platform, token, clientSecret } = created;
    return {
      principal: { kind: 'platform', platform, token },
      token: `${token.clientId}:${clientSecret}`,
    };
  };
  const platform = await addPlatform(options.mode);

  return {
    app,
    ports,
    clock,
    db,
    databaseUrl,
    config,
    platform,
    addPlatform,
    async refresh(of = platform) {
      const found = await findPlatform(db.orm, of.principal.platform.id);
      return { ...of.principal, platform: found ?? of.principal.platform };
    },
    async settle() {
      const failures: unknown[] = [];
      while (
        (await performDueJob(
          db,
          app.jobs,
          () => ports.clock.real(),
          (error) => failures.push(error),
        )) === 'done'
      );
      if (failures.length > 0) throw failures[0];
    },
    get url() {
      if (!server) throw new Error('This service was started without its server.');
      return server.url;
    },
    async send(document, variables, authorization = basic(platform.token)) {
      const response = await fetch(`${server?.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json', authorization },
        body: JSON.stringify({ query: document.toString(), variables }),
      });
      const body = (await response.json()) as object;
      recordGraphqlWrites(db, authorization, response.headers, document.toString(), body);
      return { status: response.status, ...body } as never;
    },
    async restartServer() {
      const port = Number(new URL(server?.url ?? '').port);
      await server?.close();
      server = await startServer({ ...app, config: { ...app.config, port } });
    },
    async stop() {
      await server?.close();
      await Promise.all([worker?.stop(), deliverer?.stop()]);
      const unrecorded = await unrecordedWrites(db);
      await app.requestLog.close();
      await app.auditSequencer.close();
      await app.observability.close();
      await app.tail.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
      if (unrecorded.length > 0) {
        throw new Error(
          `The audit log lacks entries (test/laws/audit-log.test.ts): ${unrecorded.join('; ')}`,
        );
      }
    },
  };
}
