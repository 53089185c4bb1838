/** The environment, parsed once. A wrong value stops the start with one line that names it. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { umaDomain } from './kernel/uma-address.ts';

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
    { error: `must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}` },
  );

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
  BOOTSTRAP_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,100}:[\x21-\x7e]{16,200}$/, {
      error: 'must be <id>:<secret>, the secret of at least 16 characters',
    })
    .optional(),
  MASTER_KEY: z
    .string()
    .refine((value) => /^[A-Za-z0-9+/]{43}=$/.test(value) && Buffer.from(value, 'base64').length === 32, {
      error: 'must be 32 bytes in base64',
    })
    .optional(),
  PUBLIC_URL: url(['http:', 'https:']).optional(),
  WORKER: onOff.default('on'),
  GRAPHIQL: onOff.optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  PRIVATE_TARGETS: z.enum(['allow', 'refuse'], { error: 'must be allow or refuse' }).optional(),
  RATE_LIMITS: onOff.optional(),
  SANDBOX_UMA_DOMAIN: umaDomain.default('sandbox.uma.example'),
  RATES_FILE: z.string().min(1).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
});

export interface Config {
  readonly host: string;
  readonly port: number;
  /** A Postgres server; absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly bootstrapToken: { readonly clientId: string; readonly secret: string } | undefined;
  /** 32 bytes; absent: made on first start and kept in `dataDir`. */
  readonly masterKey: Uint8Array | undefined;
  readonly publicUrl: string | undefined;
  readonly worker: boolean;
  /** GraphiQL, and introspection without credentials. */
  readonly graphiql: boolean;
  readonly smtpUrl: string | undefined;
  /** Whether the service may call addresses that are not public. */
  readonly privateTargets: boolean;
  /** Whether requests in general are rate-limited; guesses always are. */
  readonly rateLimits: boolean;
  readonly sandboxUmaDomain: string;
  /** The parsed JSON of RATES_FILE. */
  readonly ratesFile: unknown;
  readonly logLevel: string;
}

export class ConfigError extends Error {}

/** Reads the settings; throws a `ConfigError` whose message is one line. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable is one that is not set: compose files leave them so.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const settings = parsed.data;
  const embedded = settings.DATABASE_URL === undefined;
  const colon = settings.BOOTSTRAP_TOKEN?.indexOf(':') ?? -1;
  return {
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    bootstrapToken: settings.BOOTSTRAP_TOKEN
      ? {
          clientId: settings.BOOTSTRAP_TOKEN.slice(0, colon),
          secret: settings.BOOTSTRAP_TOKEN.slice(colon + 1),
        }
      : undefined,
    masterKey: settings.MASTER_KEY ? new Uint8Array(Buffer.from(settings.MASTER_KEY, 'base64')) : undefined,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    worker: settings.WORKER === 'on',
    graphiql: settings.GRAPHIQL ? settings.GRAPHIQL === 'on' : embedded,
    smtpUrl: settings.SMTP_URL,
    privateTargets: settings.PRIVATE_TARGETS ? settings.PRIVATE_TARGETS === 'allow' : embedded,
    rateLimits: settings.RATE_LIMITS ? settings.RATE_LIMITS === 'on' : !embedded,
    sandboxUmaDomain: settings.SANDBOX_UMA_DOMAIN,
    ratesFile: settings.RATES_FILE ? readJson('RATES_FILE', settings.RATES_FILE) : undefined,
    logLevel: settings.LOG_LEVEL,
  };
}

function readJson(name: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not a JSON file' : 'names a file that cannot be read';
    throw new ConfigError(`${name} ${why}`);
  }
}
