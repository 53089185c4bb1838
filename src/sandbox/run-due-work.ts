/**
 * Runs the work that becomes due while a sandbox platform's clock moves: jobs and webhook attempts, each at its own due
 * time, in order, one after the other, on at most one connection.
 *
 * Decision: a job that fails is postponed until after the target of the clock, so that a broken job neither stops the
 * clock nor runs all its retries on the way.
 *
 * Decision: an endpoint that takes longer than a second to respond is skipped from then on. Its call continues and is
 * recorded when it ends; the workers make its further calls. A receiver that hangs therefore does not delay the
 * platform's payments. An approval request may take all the remaining time, because its response decides the payment.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Executor } from '../infrastructure/database/client.ts';
import { transact } from '../infrastructure/database/transact.ts';
import { unavailability } from '../infrastructure/database/unavailable.ts';
import { lockJob, postponeJob } from '../infrastructure/jobs/job-store.ts';
import { type JobHandlers, performJob } from '../infrastructure/jobs/jobs.ts';
import type { Clock } from '../infrastructure/ports.ts';
import { invariant } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import { approvalEventType } from '../payments/events.ts';
import { lockPlatform, setClockOffset } from '../platforms/store.ts';
import { type AttemptPorts, attemptDelivery } from '../webhooks/deliveries/attempt.ts';
import { leaseAndAdvanceClock } from '../webhooks/deliveries/lease-store.ts';
import { queueNextPage } from '../webhooks/deliveries/queue.ts';
import { type DueDelivery, type DueJob, findNextDueWork } from './due-work-store.ts';
import type { Ports } from './ports.ts';

export type AdvancePorts = AttemptPorts & Pick<Ports, 'eventBus' | 'funding'>;

export interface AdvanceOptions {
  /** Called for every error. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** The timeout of a call that is no approval request. */
  readonly callTimeoutMs?: number;
}

/** The maximum duration of a run, in real time of the clock port. */
const maxRunMs = 5_000;

/** In real time. */
const defaultCallTimeoutMs = 1_000;
/** The delay before another check of work that a worker holds. */
const recheckMs = 10;

/** Moves the clock forward to `at`; does nothing if the clock is past it. */
export const moveClockTo = (
  tx: Executor,
  clock: Clock,
  platformId: Id<'Platform'>,
  at: Date,
): Promise<void> => setClockOffset(tx, platformId, at.getTime() - clock.real().getTime());

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      delay(Math.max(0, ms), false, { signal: timer.signal }),
    ]);
  } finally {
    timer.abort();
  }
}

export class DueWorkRunner {
  readonly #ports: AdvancePorts;
  readonly #handlers: JobHandlers;
  readonly #platformId: Id<'Platform'>;
  readonly #target: Date;
  readonly #endsAt: number;
  readonly #callTimeoutMs: number;
  readonly #onError: (error: unknown) => void;
  /** Endpoints that are skipped. */
  readonly #skippedEndpoints = new Set<string>();
  /** The delivery that another process holds, and since when this run waits for it. */
  #awaited: { readonly uuid: string; readonly since: number } | undefined;
  #hasFailed = false;

  constructor(
    ports: AdvancePorts,
    handlers: JobHandlers,
    { platformId, target }: { platformId: Id<'Platform'>; target: Date },
    { onError = () => undefined, callTimeoutMs = defaultCallTimeoutMs }: AdvanceOptions = {},
  ) {
    this.#ports = ports;
    this.#handlers = handlers;
    this.#platformId = platformId;
    this.#target = target;
    this.#endsAt = ports.clock.real().getTime() + maxRunMs;
    this.#callTimeoutMs = callTimeoutMs;
    this.#onError = onError;
  }

  /**
   * Runs the work that is due until the target, as long as time is left. The clock ends at the due time of the last work.
   *
   * @returns whether all work is done.
   */
  async run(): Promise<boolean> {
    while (this.#msLeft() > 0) {
      if (!(await this.#step())) return this.#skippedEndpoints.size === 0 && !this.#hasFailed;
    }
    return false;
  }

  #msLeft(): number {
    return this.#endsAt - this.#ports.clock.real().getTime();
  }

  /** Runs the work that is due next. Returns `false` if none is left until the target. */
  async #step(): Promise<boolean> {
    const { db, clock } = this.#ports;
    const { hasUnqueuedEvents, work } = await findNextDueWork(db.orm, this.#platformId, {
      until: this.#target,
      realNow: clock.real(),
      excludedEndpoints: this.#skippedEndpoints,
    });
    if (hasUnqueuedEvents) {
      if ((await queueNextPage(this.#ports, this.#onError)) === 'taken') await delay(recheckMs);
      return true;
    }
    if (!work) return false;
    if (work.kind === 'job') await this.#runJob(work);
    else await this.#attempt(work);
    return true;
  }

  async #runJob(due: DueJob): Promise<void> {
    const { db, clock } = this.#ports;
    let job: Awaited<ReturnType<typeof lockJob>>;
    try {
      const isDone = await transact(db, async (tx) => {
        job = undefined;
        const platform = await lockPlatform(tx, this.#platformId);
        invariant(platform, 'the platform of a caller exists');
        job = await lockJob(tx, due.uuid);
        if (job?.dueAt.getTime() !== due.dueAt.getTime()) return false;
        const reached = new Date(Math.max(due.dueAt.getTime(), clock.now(platform).getTime()));
        await moveClockTo(tx, clock, platform.id, reached);
        await performJob(tx, this.#handlers, job, reached);
        return true;
      });
      // A worker holds the job or has run it.
      if (!isDone) await delay(recheckMs);
    } catch (error) {
      if (!job || unavailability(error)) throw error;
      this.#hasFailed = true;
      this.#onError(error);
      await postponeJob(db.orm, job, this.#target, error);
    }
  }

  async #attempt(due: DueDelivery): Promise<void> {
    if (due.isLeased) return this.#waitForHolder(due);
    const { db, clock } = this.#ports;
    const leased = await transact(db, (tx) => leaseAndAdvanceClock(tx, this.#platformId, due, clock.real()));
    if (!leased) return;
    const call = attemptDelivery(this.#ports, leased);
    try {
      if (await endsWithin(call, this.#timeoutFor(due))) return;
      // Without this handler a later rejection would end the process.
      call.catch(this.#onError);
    } catch (error) {
      if (unavailability(error)) throw error;
      this.#onError(error);
    }
    this.#skippedEndpoints.add(due.endpointUuid);
  }

  /** Waits for the process that holds the delivery. After the timeout the endpoint is skipped. */
  async #waitForHolder(due: DueDelivery): Promise<void> {
    const now = performance.now();
    if (this.#awaited?.uuid !== due.uuid) this.#awaited = { uuid: due.uuid, since: now };
    if (now - this.#awaited.since >= this.#timeoutFor(due)) this.#skippedEndpoints.add(due.endpointUuid);
    else await delay(recheckMs);
  }

  #timeoutFor({ type }: DueDelivery): number {
    const left = this.#msLeft();
    return type === approvalEventType ? left : Math.min(this.#callTimeoutMs, left);
  }
}

/** Whether all work that is due at the instant is done. */
export async function isSettled(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  platformId: Id<'Platform'>,
  at: Date,
): Promise<boolean> {
  const { hasUnqueuedEvents, work } = await findNextDueWork(db.orm, platformId, {
    until: at,
    realNow: clock.real(),
    excludedEndpoints: new Set(),
  });
  return !hasUnqueuedEvents && !work;
}
