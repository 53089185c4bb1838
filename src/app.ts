/**
 * The composition root: which adapter serves which port is chosen here and only here. A platform's mode decides
 * between the sandbox's adapters and the real ones.
 */
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { sweepActionJob } from './agents/submit-action.ts';
import { sweepActionHandler } from './agents/sweep-action.ts';
import { type Config, ConfigError } from './config.ts';
import { createOidcVerifier } from './credentials/oidc.ts';
import { productionWalletChecks } from './credentials/wallet-checks.ts';
import { type Database, openEmbedded, openPostgres } from './database/client.ts';
import { FolderInUse, lockFolder } from './database/folder-lock.ts';
import { type EventTail, startTail } from './events/tail.ts';
import { createSafeFetch, httpGetOf } from './http-client/safe-fetch.ts';
import { expireInvitation, expiryJob } from './invitations/expire-invitation.ts';
import type { JobHandler, JobHandlers } from './jobs/jobs.ts';
import { DomainError } from './kernel/errors.ts';
import { smtpMailer } from './mail/smtp-mailer.ts';
import { checkMasterKey, loadMasterKey } from './master-key.ts';
import { endApprovalWindowHandler, endApprovalWindowKind } from './payment-approvals/approval-window.ts';
import type { Platform } from './platforms/platform.ts';
import { provisioningHandler, provisioningJob } from './platforms/provision-currency.ts';
import type { Ports } from './ports.ts';
import { expireQuoteHandler, expireQuoteKind } from './quotes/expire-quote.ts';
import { parseRateTable } from './quotes/rate-table.ts';
import { sandboxBeneficiaryCheck } from './sandbox/beneficiary-scenarios.ts';
import { sandboxFundingDirectory } from './sandbox/funding-directory.ts';
import { sandboxIdentityChecks } from './sandbox/identity-checks.ts';
import { sandboxRail } from './sandbox/rail.ts';
import { sandboxRates } from './sandbox/rates.ts';
import { sandboxUmaReceivers } from './sandbox/uma-receivers.ts';
import { sandboxWalletChecks } from './sandbox/wallet-checks.ts';
import { sandboxWalletSignatures } from './sandbox/wallet-signatures.ts';
import { sessionSignatures } from './sessions/session-signatures.ts';
import { manualRail } from './transactions/manual-rail.ts';
import { settlementHandler, settlementJob } from './transactions/settle.ts';
import { folderFileStore } from './verifications/file-store.ts';
import { manualReview } from './verifications/manual-review.ts';
import { redeliveryHandler, redeliveryJob } from './webhooks/redeliver.ts';

type Methods<T> = { [K in keyof T]: (platform: Platform, ...rest: never[]) => unknown };

/** An adapter that asks the one for the platform's mode. Every method's first argument is the platform. */
function byMode<T extends Methods<T>>(sandbox: T, production: T): T {
  const names = Object.keys(sandbox) as (keyof T)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (platform: Platform, ...rest: never[]) =>
        (platform.mode === 'SANDBOX' ? sandbox : production)[name](platform, ...rest),
    ]),
  ) as T;
}

/** Real time, and a platform's offset on it. */
export const systemClock: Ports['clock'] = {
  real: () => new Date(),
  now: ({ clockOffsetMs }) => new Date(Date.now() + clockOffsetMs),
};

export interface App {
  readonly config: Config;
  readonly ports: Ports;
  readonly tail: EventTail;
  readonly jobs: JobHandlers;
  readonly log: Logger;
  close(): Promise<void>;
}

export type PortOverrides = Partial<Ports>;

/** Opens the database that the settings name. The embedded one's folder is locked until it is closed. */
export async function openDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl) return openPostgres(config.databaseUrl);
  const folder = resolve(config.dataDir);
  let unlock: () => void;
  try {
    unlock = lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUse) throw new ConfigError(error.message);
    throw error;
  }
  try {
    const db = await openEmbedded(resolve(folder, 'database'));
    return {
      ...db,
      close: async () => {
        await db.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The checks of embedded wallets. One verifier of tokens for all, so that each issuer's keys are fetched once. */
function walletChecks(
  config: Config,
  { clock, fetch }: Pick<Ports, 'clock' | 'fetch'>,
  log: Logger,
): Ports['walletChecks'] {
  const oidc = createOidcVerifier({ get: httpGetOf(fetch), realTime: { now: () => clock.real() } });
  const mailer = config.smtpUrl
    ? smtpMailer(config.smtpUrl, (code) => log.error({ code }, 'a mail was not taken'))
    : undefined;
  const sandbox = sandboxWalletChecks({ oidc });
  const production = productionWalletChecks({ oidc, mailer });
  return ({ mode }) => (mode === 'SANDBOX' ? sandbox : production);
}

function rateSource(config: Config): Ports['rates'] {
  const rates = parseRateTable(config.ratesFile ?? sandboxRates, new Date());
  if (rates instanceof DomainError) {
    const [wrong] = rates.fields;
    throw new ConfigError(`RATES_FILE ${wrong?.path || 'as a whole'} ${wrong?.message}`);
  }
  return rates;
}

export function createPorts(db: Database, config: Config, log: Logger, overrides: PortOverrides = {}): Ports {
  const masterKey = loadMasterKey(config.masterKey, config.dataDir);
  const clock = overrides.clock ?? systemClock;
  const fetch = createSafeFetch({ privateTargets: config.privateTargets ? 'allow' : 'refuse' });
  return {
    db,
    clock,
    rail: byMode(sandboxRail, manualRail),
    identityChecks: byMode(sandboxIdentityChecks, manualReview),
    beneficiaryNames: byMode(
      { check: (_platform, info) => sandboxBeneficiaryCheck(info) },
      { check: (_platform, info) => (info.beneficiary ? { status: 'UNSUPPORTED' } : undefined) },
    ),
    funding: byMode(sandboxFundingDirectory, {
      instructionsFor: () => [],
      instructionsForQuote: () => undefined,
    }),
    umaReceivers: byMode(sandboxUmaReceivers(config.sandboxUmaDomain), { find: async () => undefined }),
    walletSignatures: byMode(sandboxWalletSignatures(sessionSignatures), sessionSignatures),
    rates: rateSource(config),
    masterKey,
    walletChecks: walletChecks(config, { clock, fetch }, log),
    files: folderFileStore(resolve(config.dataDir, 'documents'), masterKey),
    fetch,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    sandboxUmaDomain: config.sandboxUmaDomain,
    ...overrides,
  };
}

/** What each kind of job is done by. */
export const jobHandlers = (ports: Ports): JobHandlers =>
  new Map<string, JobHandler>([
    [settlementJob, settlementHandler(ports)],
    [expireQuoteKind, expireQuoteHandler],
    [endApprovalWindowKind, endApprovalWindowHandler],
    [sweepActionJob, sweepActionHandler],
    [expiryJob, expireInvitation],
    [provisioningJob, provisioningHandler(ports)],
    [redeliveryJob, redeliveryHandler(ports)],
  ]);

/** Puts the service together on an open database: migrated, keyed, and with the log's live end. */
export async function createApp(
  config: Config,
  db: Database,
  log: Logger,
  overrides: PortOverrides = {},
): Promise<App> {
  await db.migrate();
  const ports = createPorts(db, config, log, overrides);
  await checkMasterKey(db, ports.masterKey);
  const tail = await startTail(db, (error) => log.error({ err: error }, 'the event log could not be read'));
  return {
    config,
    ports,
    tail,
    jobs: jobHandlers(ports),
    log,
    async close() {
      await tail.close();
      await db.close();
    },
  };
}
