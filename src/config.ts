/** Parses the environment variables. An invalid value ends the start with one line that names the setting. */

import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { ConfigError } from './infrastructure/config-error.ts';
import { type RequestLogMode, requestLogModes } from './infrastructure/request-log/writer.ts';
import { trimEnd } from './kernel/trim-end.ts';
import { umaDomain } from './kernel/uma-address.ts';
import { parseUrl } from './kernel/url.ts';
import { type RateFeed, rateFeedSettings, readRateFeed } from './rails/rates/settings.ts';
import { originsForm, parseOrigins } from './transports/http/origins.ts';
import { defaultLimits, type Limits, limitsForm, parseLimits } from './transports/limits.ts';

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' });

const url = (protocols: readonly string[]) =>
  z.string().refine(
    (value) => {
      try {
        return protocols.includes(new URL(value).protocol);
      } catch {
        return false;
      }
    },
    { error: `must be a URL that starts with ${protocols.map((one) => `${one}//`).join(' or ')}` },
  );

/** The address of a broker, without path, query or fragment. */
const broker = z.string().refine(
  (value) => {
    const url = parseUrl(value);
    if (!url) return false;
    const { protocol, hostname, pathname, search, hash } = url;
    return ['nats:', 'tls:'].includes(protocol) && hostname !== '' && /^\/?$/.test(pathname + search + hash);
  },
  { error: 'must be nats://<host>:<port>, or tls://<host>:<port> if the broker has a certificate' },
);

const keyOf32Bytes = z
  .string()
  .refine((value) => /^[A-Za-z0-9+/]{43}=$/.test(value) && Buffer.from(value, 'base64').length === 32, {
    error: 'must be 32 bytes in base64',
  })
  .transform((value) => new Uint8Array(Buffer.from(value, 'base64')))
  .optional();

const maxScreeningFiles = 20;

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a port number from 0 to 65535' })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'must be a port number from 0 to 65535' })
    .default(4000),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  BANK_EXCHANGE_DIR: z.string().min(1).optional(),
  BOOTSTRAP_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,100}:[\x21-\x7e]{16,200}$/, {
      error: 'must be <id>:<secret> with a secret of at least 16 characters',
    })
    .optional(),
  MASTER_KEY: keyOf32Bytes,
  PREVIOUS_MASTER_KEY: keyOf32Bytes,
  NEW_MASTER_KEY: keyOf32Bytes,
  PUBLIC_URL: url(['http:', 'https:']).optional(),
  ALLOWED_ORIGINS: z
    .string()
    .transform((value, context) => {
      const origins = parseOrigins(value);
      if (!origins) context.addIssue({ code: 'custom', message: originsForm });
      return origins ?? z.NEVER;
    })
    .optional(),
  INVITATION_URL: url(['http:', 'https:'])
    .refine((value) => value.includes('{code}'), { error: 'must contain {code}' })
    .optional(),
  EVENT_BUS: broker.optional(),
  WORKER: onOff.default('on'),
  REQUEST_LOG: z.enum(requestLogModes, { error: 'must be off, writes or all' }).default('all'),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, { error: 'must be a number of seconds from 0 to 300' })
    .transform(Number)
    .refine((seconds) => seconds <= 300, { error: 'must be a number of seconds from 0 to 300' })
    .default(0),
  GRAPHIQL: onOff.optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  PRIVATE_TARGETS: z.enum(['allow', 'refuse'], { error: 'must be allow or refuse' }).optional(),
  RATE_LIMITS: onOff.optional(),
  SESSION_IDLE_MINUTES: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a number of minutes from 5 to 10080' })
    .transform(Number)
    .refine((minutes) => minutes >= 5 && minutes <= 10_080, {
      error: 'must be a number of minutes from 5 to 10080',
    })
    .default(720),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^\d$/, { error: 'must be a number from 0 to 9' })
    .transform(Number)
    .default(0),
  LIMITS: z
    .string()
    .transform((value, context) => {
      const limits = parseLimits(value);
      if (!limits) context.addIssue({ code: 'custom', message: limitsForm });
      return limits ?? z.NEVER;
    })
    .optional(),
  SANDBOX_UMA_DOMAIN: umaDomain.default('sandbox.uma.example'),
  RATES_FILE: z.string().min(1).optional(),
  ...rateFeedSettings,
  SCREENING_LIST: z
    .string()
    .transform((value) => value.split(',').map((path) => path.trim()))
    .refine((paths) => paths.length <= maxScreeningFiles && paths.every((path) => path !== ''), {
      error: `must be 1 to ${maxScreeningFiles} paths of files, separated by commas`,
    })
    .optional(),
  SCREENING_THRESHOLD: z
    .string()
    .regex(/^\d{2,3}$/, { error: 'must be a number from 60 to 100' })
    .transform(Number)
    .refine((score) => score >= 60 && score <= 100, { error: 'must be a number from 60 to 100' })
    .default(88),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:']).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('payments-platform'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, { error: 'must have 16 to 200 characters and no spaces' })
    .optional(),
});

/** The names of all settings. */
export const settingNames = Object.keys(environment.shape);

export interface Config {
  readonly host: string;
  readonly port: number;
  /** The URL of a PostgreSQL server; undefined for the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** The folder whose subfolders are exchanged with banks; undefined for `bank` in `dataDir`. */
  readonly bankExchangeDir: string | undefined;
  readonly bootstrapToken: { readonly clientId: string; readonly secret: string } | undefined;
  /** 32 bytes. When undefined, the first start creates a key and stores it in `dataDir`. */
  readonly masterKey: Uint8Array | undefined;
  /** Also accepted while the key is rotated. */
  readonly previousMasterKey: Uint8Array | undefined;
  /** The key that `keys:rotate` changes to. */
  readonly newMasterKey: Uint8Array | undefined;
  readonly publicUrl: string | undefined;
  /** The other origins whose pages may call this service, in the form that browsers send. */
  readonly allowedOrigins: readonly string[];
  /** The URL of the invitation page, with `{code}`; undefined for the service's own page. */
  readonly invitationUrl: string | undefined;
  /** The URL of a NATS broker for event notifications; undefined to use PostgreSQL. */
  readonly eventBus: string | undefined;
  readonly worker: boolean;
  /** Which requests are written to the request log. */
  readonly requestLog: RequestLogMode;
  /** How long the process continues to serve after SIGTERM, with failing readiness. */
  readonly drainSeconds: number;
  /** Enables GraphiQL, and introspection without credentials. */
  readonly graphiql: boolean;
  readonly smtpUrl: string | undefined;
  /** Whether the service may call addresses that are not public. */
  readonly privateTargets: boolean;
  /** Whether requests are rate-limited. Attempts to guess secrets always are. */
  readonly rateLimits: boolean;
  readonly limits: Limits;
  /** How long the session of a member may stay unused. */
  readonly sessionIdleMinutes: number;
  /** The number of proxies in front of the service that are trusted to name the source address. */
  readonly trustedProxies: number;
  readonly sandboxUmaDomain: string;
  /** The parsed JSON of RATES_FILE. */
  readonly ratesFile: unknown;
  /** The feed of RATES_SOURCE. */
  readonly rateFeed: RateFeed | undefined;
  /** After this time rates are too old for payments of production platforms; undefined without a limit. */
  readonly ratesMaxAgeMs: number | undefined;
  /** The paths of sanctions lists; empty when customers are not screened. */
  readonly screeningLists: readonly string[];
  /** The lowest score of a match, 60 to 100. */
  readonly screeningThreshold: number;
  readonly logLevel: string;
  /** The token for reading metrics; undefined when only callers on this machine may read them. */
  readonly metricsToken: string | undefined;
  /** The endpoint for traces; undefined when there are none. */
  readonly otlpEndpoint: string | undefined;
  readonly serviceName: string;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine can connect to the host. */
export const isLoopback = (host: string): boolean =>
  isIP(host) === 0
    ? host.toLowerCase() === 'localhost'
    : loopback.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');

/** Reads the settings; throws a `ConfigError` whose message is one line. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable counts as not set, because compose files pass unset variables as empty.
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const settings = parsed.data;
  const embedded = settings.DATABASE_URL === undefined;
  // Only a developer on this machine can be the caller.
  const isLocal = embedded && isLoopback(settings.HOST);
  const colon = settings.BOOTSTRAP_TOKEN?.indexOf(':') ?? -1;
  return {
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    bankExchangeDir: settings.BANK_EXCHANGE_DIR,
    bootstrapToken: settings.BOOTSTRAP_TOKEN
      ? {
          clientId: settings.BOOTSTRAP_TOKEN.slice(0, colon),
          secret: settings.BOOTSTRAP_TOKEN.slice(colon + 1),
        }
      : undefined,
    masterKey: settings.MASTER_KEY,
    previousMasterKey: settings.PREVIOUS_MASTER_KEY,
    newMasterKey: settings.NEW_MASTER_KEY,
    publicUrl: settings.PUBLIC_URL && trimEnd(settings.PUBLIC_URL, '/'),
    allowedOrigins: settings.ALLOWED_ORIGINS ?? [],
    invitationUrl: settings.INVITATION_URL,
    eventBus: settings.EVENT_BUS,
    worker: settings.WORKER === 'on',
    requestLog: settings.REQUEST_LOG,
    drainSeconds: settings.DRAIN_SECONDS,
    graphiql: settings.GRAPHIQL ? settings.GRAPHIQL === 'on' : isLocal,
    smtpUrl: settings.SMTP_URL,
    privateTargets: settings.PRIVATE_TARGETS ? settings.PRIVATE_TARGETS === 'allow' : embedded,
    rateLimits: settings.RATE_LIMITS ? settings.RATE_LIMITS === 'on' : !isLocal,
    limits: settings.LIMITS ?? defaultLimits,
    sessionIdleMinutes: settings.SESSION_IDLE_MINUTES,
    trustedProxies: settings.TRUSTED_PROXIES,
    sandboxUmaDomain: settings.SANDBOX_UMA_DOMAIN,
    ratesFile: settings.RATES_FILE ? readJson('RATES_FILE', settings.RATES_FILE) : undefined,
    ...readRateFeed(settings),
    screeningLists: settings.SCREENING_LIST ?? [],
    screeningThreshold: settings.SCREENING_THRESHOLD,
    // With the embedded database, a log line per request would clutter the terminal.
    logLevel: settings.LOG_LEVEL ?? (embedded ? 'warn' : 'info'),
    metricsToken: settings.METRICS_TOKEN,
    otlpEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: settings.OTEL_SERVICE_NAME,
  };
}

function readJson(name: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not a JSON file' : 'names a file that cannot be read';
    throw new ConfigError(`${name} ${problem}`);
  }
}
