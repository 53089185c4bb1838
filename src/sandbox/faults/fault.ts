/**
 * A fault on request: how a sandbox platform misbehaves, for which requests or deliveries, how often and how long.
 *
 * Decision: faults end in real time. A request takes real time, and moving the platform's clock to the retries of a webhook
 * must not end the fault under test. Only the delay of a webhook is on the platform's clock, as its schedule is.
 *
 * Source: docs/behaviour/sandbox.md#faults.
 */
import type { FieldError } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { EventType } from '../../webhooks/event-kinds.ts';
import type { OperationNames } from '../ports.ts';

export const faultKinds = [
  'DUPLICATE',
  'REORDER',
  'DELAY',
  'DROP',
  'LOSE_RESPONSE',
  'SLOW',
  'RATE_LIMITED',
  'UNAVAILABLE',
] as const;
type FaultKind = (typeof faultKinds)[number];

export const faultTargets = ['REQUESTS', 'WEBHOOKS', 'SUBSCRIPTIONS'] as const;
export type FaultTarget = (typeof faultTargets)[number];

export type CredentialId = Id<'Token'> | Id<'AccessToken'> | Id<'Agent'>;

export interface Fault {
  readonly id: Id<'SandboxFault'>;
  readonly platformId: Id<'Platform'>;
  readonly kind: FaultKind;
  readonly target: FaultTarget;
  /** The conditions. An absent one matches everything. */
  readonly tokenId: string | undefined;
  readonly operation: string | undefined;
  readonly eventType: EventType | undefined;
  /** 0 for a kind without a delay. */
  readonly delayMs: number;
  /** 0 for a kind other than RATE_LIMITED. */
  readonly retryAfterSeconds: number;
  readonly isHidden: boolean;
  /** How many more times it applies; absent for a fault that only ends by time. */
  readonly remaining: number | undefined;
  readonly appliedCount: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The maximum number of faults of a platform, those that have ended included. */
export const maxFaults = 100;
export const maxFaultCount = 1_000;
export const maxFaultSeconds = 24 * 60 * 60;
/** The lifetime of a fault without a duration. */
export const defaultFaultSeconds = 60 * 60;
export const maxRetryAfterSeconds = 60 * 60;

interface DelayRange {
  readonly defaultMs: number;
  readonly maxMs: number;
}

const onConnection: DelayRange = { defaultMs: 2_000, maxMs: 30_000 };
/** On the platform's clock. */
const ofSchedule: DelayRange = { defaultMs: 5_000, maxMs: maxFaultSeconds * 1000 };

/** What each kind applies to, and its delay where it has one. */
const kinds: Record<FaultKind, Partial<Record<FaultTarget, { readonly delay?: DelayRange }>>> = {
  DUPLICATE: { WEBHOOKS: {}, SUBSCRIPTIONS: {} },
  REORDER: { WEBHOOKS: { delay: ofSchedule }, SUBSCRIPTIONS: {} },
  DELAY: { WEBHOOKS: { delay: ofSchedule }, SUBSCRIPTIONS: { delay: onConnection } },
  DROP: { WEBHOOKS: {}, SUBSCRIPTIONS: {} },
  LOSE_RESPONSE: { REQUESTS: {} },
  SLOW: { REQUESTS: { delay: onConnection } },
  RATE_LIMITED: { REQUESTS: {} },
  UNAVAILABLE: { REQUESTS: {} },
};

/**
 * The operations that faults never affect. A fault of the first ones could not be removed. With a fault of the others, an
 * API token could prevent its own deletion: a fault needs TRANSACT, and ending a credential MANAGE.
 */
export const unaffectedOperations: ReadonlySet<string> = new Set([
  'sandboxFault',
  'sandboxFaults',
  'deleteSandboxFault',
  'deleteSandboxFaults',
  'createSandboxFault',
  'listSandboxFaults',
  'apiTokens',
  'createApiToken',
  'deleteApiToken',
  'listTokens',
  'getToken',
  'createToken',
  'deleteToken',
  'revokeAccessToken',
  'deleteAgent',
]);

export interface FaultRequest {
  readonly kind: FaultKind;
  readonly target?: FaultTarget | undefined;
  readonly operation?: string | undefined;
  readonly tokenId?: CredentialId | undefined;
  readonly eventType?: EventType | undefined;
  readonly delayMs?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The effect of a fault. */
type Effect = Pick<Fault, 'target' | 'delayMs' | 'retryAfterSeconds'>;

function operationProblem(name: string, target: FaultTarget, names: OperationNames): string | undefined {
  if (target === 'WEBHOOKS') return 'is not for webhooks, which no operation sends';
  if (target === 'SUBSCRIPTIONS')
    return names.subscriptions.has(name)
      ? undefined
      : 'must be a subscription, for example transactionUpdated';
  if (unaffectedOperations.has(name)) return 'is never affected by faults';
  return names.requests.has(name) ? undefined : 'must be a root field of GraphQL or an operation id of REST';
}

function delayProblem(
  given: number,
  { kind }: FaultRequest,
  range: DelayRange | undefined,
): string | undefined {
  if (!range) return `is not for ${kind} of this target`;
  return given >= 1 && given <= range.maxMs ? undefined : `must be an integer from 1 to ${range.maxMs}`;
}

/** The effect of a requested fault, or every field that does not go with its kind and target. */
export function effectOf(request: FaultRequest, names: OperationNames): Effect | readonly FieldError[] {
  const { kind, operation, tokenId, eventType, delayMs, retryAfterSeconds } = request;
  const targets = Object.keys(kinds[kind]) as FaultTarget[];
  const target = request.target ?? (targets.length === 1 ? targets[0] : undefined);
  if (!target || !targets.includes(target)) {
    const verb = request.target ? 'must be' : 'is required:';
    return [{ path: 'target', message: `${verb} ${targets.join(' or ')} for ${kind}` }];
  }
  const range = kinds[kind][target]?.delay;
  const problems: Record<string, string | false | undefined> = {
    operation: operation !== undefined && operationProblem(operation, target, names),
    tokenId:
      tokenId !== undefined && target === 'WEBHOOKS' && 'is not for webhooks, which no credential receives',
    eventType: eventType !== undefined && target === 'REQUESTS' && 'is not for requests',
    delayMs: delayMs !== undefined && delayProblem(delayMs, request, range),
    retryAfterSeconds:
      retryAfterSeconds !== undefined &&
      kind !== 'RATE_LIMITED' &&
      `is not for ${kind}, only for RATE_LIMITED`,
  };
  const wrong = Object.entries(problems).flatMap(([path, message]) => (message ? [{ path, message }] : []));
  if (wrong.length > 0) return wrong;
  return {
    target,
    delayMs: delayMs ?? range?.defaultMs ?? 0,
    retryAfterSeconds: kind === 'RATE_LIMITED' ? (retryAfterSeconds ?? 1) : 0,
  };
}

/** Whether the fault still applies. */
export const isInEffect = ({ remaining, expiresAt }: Fault, realNow: Date): boolean =>
  remaining !== 0 && realNow < expiresAt;

/** The value of `X-Sandbox-Fault`; `undefined` for a hidden fault. */
export const labelOf = ({
  id,
  kind,
  isHidden,
}: Pick<Fault, 'id' | 'kind' | 'isHidden'>): string | undefined =>
  isHidden ? undefined : `${kind}; id=${id}`;
