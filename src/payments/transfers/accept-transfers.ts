/** Accepts transfers of platforms in groups: those that are submitted while others are committed share the next commit. */
import type { Executor } from '../../infrastructure/database/client.ts';
import {
  groupedOnce,
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  type OnceRequest,
  OnceResult,
} from '../../infrastructure/idempotency/once.ts';
import { admitPayment } from '../../infrastructure/jobs/backlog.ts';
import { DomainError, invariant, type RateLimited } from '../../kernel/errors.ts';
import type { PlatformCaller, Scope } from '../../platforms/access/principal.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { checkOutcome } from '../transactions/check-outcome.ts';
import { replayTransaction } from '../transactions/replay.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { PreparedTransfer, TransferParties } from './start-transfer.ts';

type TransferPorts = Pick<Ports, 'clock' | 'rail' | 'transactionHooks'>;
type AcceptPorts = TransferPorts & Pick<Ports, 'db' | 'maxDueJobs'>;

/** More transfers of a group save nothing more, and the first one would wait longer for its commit. */
const maxTransfersInGroup = 32;

/**
 * The operation of one direction.
 *
 * @param origin of the transactions.
 * @param prepare finds the parties of each transfer, or the error of a transfer that is not allowed.
 * @param start starts transfers. It writes nothing of a transfer whose result is an error.
 */
export function acceptTransfers<Input extends PreparedTransfer['input'], Rejected extends DomainError>(
  operation: string,
  origin: Transaction['origin'],
  prepare: (tx: Executor, scope: Scope, inputs: readonly Input[]) => Promise<(TransferParties | Rejected)[]>,
  start: (
    tx: Executor,
    ports: TransferPorts,
    scope: Scope,
    transfers: readonly PreparedTransfer[],
  ) => Promise<(Transaction | DomainError)[]>,
) {
  interface Request extends OnceRequest<Transaction | DomainError> {
    readonly ports: TransferPorts;
    readonly platform: Platform;
    readonly input: Input;
  }

  /** All requests of a group belong to one platform. */
  const startAll = async (
    tx: Executor,
    requests: readonly Request[],
  ): Promise<(Transaction | DomainError)[]> => {
    const [first] = requests;
    invariant(first, 'a group has requests');
    const scope = { platformId: first.platform.id };
    const parties = await prepare(
      tx,
      scope,
      requests.map(({ input }) => input),
    );
    const isGroup = requests.length > 1;
    const prepared = requests.flatMap(({ platform, input, attribution }, index): PreparedTransfer[] => {
      const found = parties[index];
      if (found === undefined || found instanceof DomainError) return [];
      return [{ platform, parties: found, input, ...(isGroup && attribution && { attribution }) }];
    });
    const started = prepared.length > 0 ? await start(tx, first.ports, scope, prepared) : [];
    const next = started.values();
    return parties.map((found) => {
      if (found instanceof DomainError) return found;
      const { value } = next.next();
      invariant(value, 'every prepared transfer has a result');
      return value;
    });
  };

  const accept = groupedOnce(maxTransfersInGroup, startAll);

  return async <Result extends Transaction | DomainError>(
    ports: AcceptPorts,
    { platform }: Pick<PlatformCaller, 'platform'>,
    input: Input,
    idempotencyKey?: string,
  ): Promise<OnceResult<Result | RateLimited | IdempotencyKeyReused | IdempotencyKeyInUse>> => {
    const rejected = checkOutcome(ports.rail, platform, origin, input.sandboxOutcome);
    if (rejected) return new OnceResult(rejected as DomainError as Result);
    const admitted = await admitPayment(ports, platform.id);
    if (admitted !== true) return new OnceResult(admitted);
    const request: Request = {
      ports,
      platform,
      scope: { platformId: platform.id, caller: 'platform', operation },
      key: idempotencyKey,
      input,
      ...replayTransaction({ platformId: platform.id }),
    };
    return accept(ports.db, request) as Promise<
      OnceResult<Result | RateLimited | IdempotencyKeyReused | IdempotencyKeyInUse>
    >;
  };
}
