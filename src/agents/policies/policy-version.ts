/**
 * The versions of a policy, and what changed from one to the next.
 *
 * Source: docs/behaviour/agents.md#versions; schema.graphql, `PolicyVersion`.
 */
import type { CallerActor } from '../../platforms/access/principal.ts';
import type { AgentPolicy } from './agent-policy.ts';

/** One field of a policy that differs, as texts of its JSON. */
export interface PolicyChange {
  /** The dotted path of the field: `spendingLimits.dailyLimit`. */
  readonly field: string;
  /** Absent where the field was not set. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface PolicyVersion {
  readonly version: number;
  readonly policy: AgentPolicy;
  /** Who made it. Absent for a change by an earlier version of the service. */
  readonly actor: CallerActor | undefined;
  /** Against the version before; empty for the first one. */
  readonly changes: readonly PolicyChange[];
  readonly createdAt: Date;
}

/** Versions that one read returns. */
export const maxVersions = 100;

/** The most fields that two policies can differ in: more than a policy has. */
export const maxPolicyChanges = 50;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields by path. A list is one field. */
function fieldsOf(json: Json, prefix = ''): [string, string][] {
  return Object.entries(json).flatMap(([name, value]) => {
    const path = prefix + name;
    // A schedule is changed as a whole, like a list.
    if (isObject(value) && path !== 'rules.allowedTimes') return fieldsOf(value, `${path}.`);
    return value === undefined || value === null ? [] : [[path, JSON.stringify(value)]];
  });
}

/** The fields in which two policies, as JSON, differ: in the order of the new policy, then what was removed. */
export function policyChanges(before: Json, after: Json): PolicyChange[] {
  const [old, current] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))];
  return [...new Set([...current.keys(), ...old.keys()])]
    .filter((field) => old.get(field) !== current.get(field))
    .map((field) => ({ field, before: old.get(field), after: current.get(field) }));
}
