/** The composition root. Only this file selects adapters for ports; a platform's mode selects sandbox or production ones. */

import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { unavailableNameCheck } from './accounts/external/unavailable-name-check.ts';
import { agentTokens } from './agents/store.ts';
import { startClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { customerDirectory } from './customers/customer-directory.ts';
import { noScreening } from './customers/screening/no-screening.ts';
import { manualReview } from './customers/verifications/manual-review.ts';
import { accountHooks, customerHooks, transactionHooks } from './hooks.ts';
import { type AuditSequencer, startAuditSequencer } from './infrastructure/audit-log/sequencer.ts';
import { createBackground } from './infrastructure/background.ts';
import { ConfigError } from './infrastructure/config-error.ts';
import type { Database } from './infrastructure/database/client.ts';
import { deploymentUid } from './infrastructure/deployment.ts';
import { natsEventBus } from './infrastructure/events/nats-bus.ts';
import { postgresEventBus } from './infrastructure/events/postgres-bus.ts';
import { startTail } from './infrastructure/events/tail.ts';
import { createSafeFetch, httpGetOf } from './infrastructure/http-client/safe-fetch.ts';
import { openDataKey } from './infrastructure/keys/data-key.ts';
import { smtpMailer } from './infrastructure/mail/smtp-mailer.ts';
import { folderFileStore } from './infrastructure/object-storage/file-store.ts';
import { plainGauge } from './infrastructure/observability/gauge.ts';
import { createObservability } from './infrastructure/observability/observability.ts';
import { logDefect, logFailedGroups, logOutages } from './infrastructure/observability/outages.ts';
import { type RequestLogWriter, startRequestLogWriter } from './infrastructure/request-log/writer.ts';
import { jobHandlers } from './job-handlers.ts';
import { DomainError } from './kernel/errors.ts';
import { waitAtMost } from './kernel/wait-at-most.ts';
import { memberSessionsIn } from './members/sessions/store.ts';
import { findApproverEmails } from './members/store.ts';
import { bankGauges } from './operations/metrics/bank-gauges.ts';
import { ledgerGauges } from './operations/metrics/ledger-gauges.ts';
import { partitionGauges } from './operations/metrics/partition-gauges.ts';
import { rateGauges } from './operations/metrics/rate-gauges.ts';
import { screeningGauges } from './operations/metrics/screening-gauges.ts';
import { webhookGauges } from './operations/metrics/webhook-gauges.ts';
import type { RateSnapshot } from './payments/rates/rate-snapshot.ts';
import type { Platform } from './platforms/platform.ts';
import { bankFundingDirectory } from './rails/bank-connections/funding-directory.ts';
import { bankRail } from './rails/bank-payments/submit-payments.ts';
import { depositSources } from './rails/deposits/deposit-sources.ts';
import { exchangeOpener } from './rails/open-exchange.ts';
import { type RateCache, startRateCache } from './rails/rates/rate-cache.ts';
import { ratePort } from './rails/rates/rate-port.ts';
import { RequestedExchanges } from './rails/requested-exchanges.ts';
import { openListScreening } from './rails/screening/list-screening.ts';
import { sandboxBeneficiaryCheck } from './sandbox/beneficiary-scenarios.ts';
import { createDeliveryFaults } from './sandbox/faults/delivery-faults.ts';
import { createRequestFaults } from './sandbox/faults/request-faults.ts';
import { createUpdateFaults } from './sandbox/faults/update-faults.ts';
import { sandboxFundingDirectory } from './sandbox/funding-directory.ts';
import { sandboxHostedVerification } from './sandbox/hosted-verification.ts';
import { sandboxIdentityChecks } from './sandbox/identity-checks.ts';
import { sandboxNetworkFees } from './sandbox/network-fees.ts';
import type { Ports } from './sandbox/ports.ts';
import { sandboxRail } from './sandbox/rail.ts';
import { sandboxRates } from './sandbox/rates.ts';
import { sandboxUmaReceivers } from './sandbox/uma-receivers.ts';
import { sandboxWalletChecks } from './sandbox/wallet-checks.ts';
import { sandboxWalletSignatures } from './sandbox/wallet-signatures.ts';
import type { Service } from './transports/service.ts';
import { productionWalletChecks } from './wallets/credentials/wallet-checks.ts';
import { createOidcVerifier } from './wallets/oidc/oidc.ts';
import { sessionSignatures } from './wallets/signed-requests/verify-signature.ts';

/** The maximum number of mails that wait to be sent. */
const maxBackgroundWork = 100;
/** How long the end of the process waits for them. */
const maxBackgroundWaitMs = 3_000;

type Methods<T> = { [K in keyof T]: (platform: Platform, ...rest: never[]) => unknown };

/** An adapter that delegates to the adapter for the platform's mode. The first argument of every method is the platform. */
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

export interface App extends Service {
  readonly config: Config;
  readonly log: Logger;
  readonly auditSequencer: AuditSequencer;
  readonly requestLog: RequestLogWriter;
  /** Whether RATES_FILE has a rate of BTC, which a feed then need not have. */
  readonly hasBitcoinRate: boolean;
  /** The last publication of the rate feed; absent without one. */
  readonly rateCache: RateCache | undefined;
  /** Reads the sanctions lists again if their files have changed. */
  refreshScreening(): Promise<void>;
  close(): Promise<void>;
}

export type PortOverrides = Partial<Ports>;

/** The checks of embedded wallets. Both modes share one token verifier, so that each issuer's keys are fetched once. */
function walletChecks({
  clock,
  fetch,
  dataKey,
  mailer,
}: Pick<Ports, 'clock' | 'fetch' | 'dataKey' | 'mailer'>): Ports['walletChecks'] {
  const realTime = { now: () => clock.real() };
  const oidc = createOidcVerifier({ get: httpGetOf(fetch), realTime });
  const production = productionWalletChecks({ oidc, mailer });
  return ({ id, mode }) =>
    mode === 'SANDBOX' ? sandboxWalletChecks({ oidc, dataKey, realTime }, id) : production;
}

/** The exchange rates, and whether they have BTC without a feed. */
function ratesOf(config: Config, newest: () => RateSnapshot | undefined) {
  const rates = ratePort(config, sandboxRates, newest, new Date());
  if (rates instanceof DomainError) {
    const [error] = rates.fields;
    throw new ConfigError(`RATES_FILE ${error?.path || 'as a whole'} ${error?.message}`);
  }
  return rates;
}

export function createPorts(
  db: Database,
  config: Config,
  log: Logger,
  { dataKey, clock, ...overrides }: PortOverrides & Pick<Ports, 'dataKey' | 'clock'>,
  newestRates: () => RateSnapshot | undefined = () => undefined,
): Ports {
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const fetch = createSafeFetch({ allowsPrivateTargets: config.privateTargets });
  const mailer = config.smtpUrl
    ? smtpMailer(config.smtpUrl, (code) => log.error({ code }, 'the mail server rejected an email'))
    : undefined;
  return {
    db,
    eventBus: config.eventBus
      ? natsEventBus({ url: config.eventBus, db, dataKey, log, deploymentUid: () => deploymentUid(db) })
      : postgresEventBus(db),
    clock,
    rail: byMode(sandboxRail, bankRail),
    networkFees: byMode(sandboxNetworkFees, { feeOf: () => undefined }),
    identityChecks: byMode(sandboxIdentityChecks, manualReview),
    screening: noScreening,
    hostedVerification: byMode(sandboxHostedVerification(publicUrl), { urlOf: () => undefined }),
    beneficiaryNames: byMode(
      { check: (_platform, info) => sandboxBeneficiaryCheck(info) },
      unavailableNameCheck,
    ),
    funding: byMode(sandboxFundingDirectory, bankFundingDirectory),
    openExchange: exchangeOpener({
      folder: resolve(config.bankExchangeDir ?? join(config.dataDir, 'bank')),
      dataKey,
      allowsPrivateTargets: config.privateTargets,
    }),
    paymentSources: depositSources,
    requestedExchanges: new RequestedExchanges(),
    umaReceivers: byMode(sandboxUmaReceivers(config.sandboxUmaDomain), {
      find: async () => undefined,
      providers: async () => [],
    }),
    walletSignatures: byMode(sandboxWalletSignatures(sessionSignatures), sessionSignatures),
    rates: ratesOf(config, newestRates).rates,
    dataKey,
    walletChecks: walletChecks({ clock, fetch, dataKey, mailer }),
    files: folderFileStore(resolve(config.dataDir, 'documents'), dataKey),
    fetch,
    publicUrl,
    invitationUrl: config.invitationUrl ?? `${publicUrl}/invitations/{code}`,
    sandboxUmaDomain: config.sandboxUmaDomain,
    deliveryFaults: createDeliveryFaults({ clock }),
    // Loaded when it is needed: commands do not load the schema.
    operationNames: async () => (await import('./operation-names.ts')).operationNames,
    countSeconds: config.limits.count,
    searchSeconds: config.limits.search,
    maxDueJobs: config.limits.dueJobs,
    agentTokens,
    memberSessions: memberSessionsIn(config.sessionIdleMinutes * 60_000),
    sessionIdleMs: config.sessionIdleMinutes * 60_000,
    mailer,
    background: createBackground(maxBackgroundWork, logDefect(log, 'background work failed')),
    customerDirectory,
    customerHooks: customerHooks({ dataKey }),
    accountHooks,
    transactionHooks,
    approverDirectory: { emailsOf: findApproverEmails },
    ...overrides,
  };
}

/** Migrates the database, opens its data key, and starts the clock, the event log reader and observability. */
export async function createApp(
  config: Config,
  db: Database,
  log: Logger,
  overrides: PortOverrides = {},
): Promise<App> {
  await db.migrate();
  logOutages(db, log);
  logFailedGroups(db, log);
  const dataKey = await openDataKey(db.orm, config);
  const running = overrides.clock ? undefined : await startClock(db, log);
  const clock = overrides.clock ?? running?.clock ?? systemClock;
  const rateCache =
    config.rateFeed &&
    (await startRateCache(
      db,
      config.rateFeed.source,
      logDefect(log, 'the exchange rates could not be read'),
    ));
  const lists =
    config.screeningLists.length > 0
      ? await openListScreening(config.screeningLists, config.screeningThreshold)
      : undefined;
  const screening = byMode(noScreening, lists ?? noScreening);
  const adapters = { screening, ...overrides, dataKey, clock };
  const ports = createPorts(db, config, log, adapters, () => rateCache?.newest);
  const tail = await startTail(ports, logDefect(log, 'the event log could not be read'));
  const auditSequencer = startAuditSequencer(ports, logDefect(log, 'the audit log could not be written'));
  const realNow = () => ports.clock.real();
  const requestLog = startRequestLogWriter(
    db,
    realNow,
    config.requestLog,
    logDefect(log, 'requests were not written to the request log'),
  );
  const droppedRequests = plainGauge(
    'payments_request_log_dropped',
    'Requests of this process that were not written to the request log.',
    async () => requestLog.dropped,
  );
  const observability = await createObservability({
    config,
    db,
    tail,
    log,
    realNow,
    gauges: [
      ...ledgerGauges(db),
      ...webhookGauges(db, realNow),
      ...screeningGauges(db),
      ...bankGauges(db, realNow),
      ...partitionGauges(db, realNow),
      ...rateGauges(ports, config.rateFeed?.source),
      droppedRequests,
    ],
    onRequest: requestLog.observe,
  });
  return {
    config,
    ports,
    tail,
    jobs: jobHandlers(ports),
    requestFaults: createRequestFaults(ports),
    updateFaults: createUpdateFaults({ clock: ports.clock, tail }),
    log,
    observability,
    auditSequencer,
    requestLog,
    hasBitcoinRate: ratesOf(config, () => undefined).hasBitcoin,
    rateCache,
    refreshScreening: async () => lists?.refresh(),
    async close() {
      await waitAtMost(maxBackgroundWaitMs, ports.background.idle());
      await requestLog.close();
      await auditSequencer.close();
      await observability.close();
      await rateCache?.close();
      await tail.close();
      running?.close();
      await db.close();
    },
  };
}
