/**
 * What happens while a sandbox platform's clock is moved: each job and each attempt at a delivery at its own instant, in
 * the order in which they fall due, one after the other and so on one connection at most.
 *
 * Decision: a job that fails on the way is put off until after the instant that the clock is moved to, so that one
 * broken job neither stops the clock nor is tried for each of its retries in between.
 *
 * Decision: an endpoint that takes longer than a second to respond is left out of the rest: its call goes on and is
 * recorded when it ends, and the workers make the further ones. So a receiver that hangs does not keep the platform's
 * payments from happening. One that is asked for a decision has all the time there is, since its response decides.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Executor } from '../infrastructure/database/client.ts';
import { transact } from '../infrastructure/database/transact.ts';
import { unavailability } from '../infrastructure/database/unavailable.ts';
import { type JobHandlers, lockJob, performJob, postponeJob } from '../infrastructure/jobs/jobs.ts';
import type { Clock } from '../infrastructure/ports.ts';
import { invariant } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import { approvalEventType } from '../payments/events.ts';
import { lockPlatform, setClockOffset } from '../platforms/store.ts';
import { type AttemptPorts, attemptDelivery } from '../webhooks/deliveries/attempt.ts';
import { leaseAtItsInstant } from '../webhooks/deliveries/lease.ts';
import { queueNextPage } from '../webhooks/deliveries/queue.ts';
import { type DueDelivery, type DueJob, findNextDue } from './next-due.ts';
import type { Ports } from './ports.ts';

export type AdvancePorts = AttemptPorts & Pick<Ports, 'eventBus' | 'funding'>;

export interface AdvanceOptions {
  /** Told of what fails on the way. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** How long a call may take that does not ask for a decision. */
  readonly callPatienceMs?: number;
}

/** How long the whole may take, in real time as the clock port tells it. */
const patienceMs = 5_000;

/** Real time that a call may take that does not ask for a decision. */
const defaultCallPatienceMs = 1_000;
/** Until work that a worker has now is looked at again. */
const restMs = 10;

/** Moves the clock, unless it is further already. */
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

export class ClockAdvance {
  readonly #ports: AdvancePorts;
  readonly #handlers: JobHandlers;
  readonly #platformId: Id<'Platform'>;
  readonly #target: Date;
  readonly #endsAt: number;
  readonly #callPatienceMs: number;
  readonly #onError: (error: unknown) => void;
  /** Endpoints that are left out of the rest. */
  readonly #slow = new Set<string>();
  /** The delivery that another process is calling for, and since when this waits for it. */
  #awaited: { readonly uuid: string; readonly since: number } | undefined;
  #hasFailed = false;

  constructor(
    ports: AdvancePorts,
    handlers: JobHandlers,
    { platformId, target }: { platformId: Id<'Platform'>; target: Date },
    { onError = () => undefined, callPatienceMs = defaultCallPatienceMs }: AdvanceOptions = {},
  ) {
    this.#ports = ports;
    this.#handlers = handlers;
    this.#platformId = platformId;
    this.#target = target;
    this.#endsAt = ports.clock.real().getTime() + patienceMs;
    this.#callPatienceMs = callPatienceMs;
    this.#onError = onError;
  }

  /**
   * Does what is due until the target, for as long as there is time. Leaves the clock where the last of it was due.
   *
   * @returns whether all of it has happened.
   */
  async run(): Promise<boolean> {
    while (this.#msLeft() > 0) {
      if (!(await this.#step())) return this.#slow.size === 0 && !this.#hasFailed;
    }
    return false;
  }

  #msLeft(): number {
    return this.#endsAt - this.#ports.clock.real().getTime();
  }

  /** Does what is due next; `false` where nothing is left until the target. */
  async #step(): Promise<boolean> {
    const { db, clock } = this.#ports;
    const { hasUnqueuedEvents, work } = await findNextDue(db.orm, this.#platformId, {
      until: this.#target,
      realNow: clock.real(),
      without: this.#slow,
    });
    if (hasUnqueuedEvents) {
      if ((await queueNextPage(this.#ports, this.#onError)) === 'taken') await delay(restMs);
      return true;
    }
    if (!work) return false;
    if (work.kind === 'job') await this.#doJob(work);
    else await this.#attempt(work);
    return true;
  }

  async #doJob(due: DueJob): Promise<void> {
    const { db, clock } = this.#ports;
    let job: Awaited<ReturnType<typeof lockJob>>;
    try {
      const isMine = await transact(db, async (tx) => {
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
      // A worker has it, or had it meanwhile.
      if (!isMine) await delay(restMs);
    } catch (error) {
      if (!job || unavailability(error)) throw error;
      this.#hasFailed = true;
      this.#onError(error);
      await postponeJob(db.orm, job, this.#target, error);
    }
  }

  async #attempt(due: DueDelivery): Promise<void> {
    if (due.isLeased) return this.#await(due);
    const { db, clock } = this.#ports;
    const leased = await transact(db, (tx) => leaseAtItsInstant(tx, this.#platformId, due, clock.real()));
    if (!leased) return;
    const call = attemptDelivery(this.#ports, leased);
    try {
      if (await endsWithin(call, this.#patienceFor(due))) return;
      // Without its own handler a failure later on would end the process.
      call.catch(this.#onError);
    } catch (error) {
      if (unavailability(error)) throw error;
      this.#onError(error);
    }
    this.#slow.add(due.endpointUuid);
  }

  /** Waits a moment for the process that calls now; its endpoint is left out once that takes too long. */
  async #await(due: DueDelivery): Promise<void> {
    const now = performance.now();
    if (this.#awaited?.uuid !== due.uuid) this.#awaited = { uuid: due.uuid, since: now };
    if (now - this.#awaited.since >= this.#patienceFor(due)) this.#slow.add(due.endpointUuid);
    else await delay(restMs);
  }

  #patienceFor({ type }: DueDelivery): number {
    const left = this.#msLeft();
    return type === approvalEventType ? left : Math.min(this.#callPatienceMs, left);
  }
}
