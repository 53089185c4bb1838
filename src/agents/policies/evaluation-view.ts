/** The JSON bodies of evaluations and of the versions of a policy. Source: docs/behaviour/agents.md#evaluations, docs/behaviour/agents.md#versions. */
import { toWire } from '../../kernel/money/amount.ts';
import { instantView, type JsonBody } from '../../kernel/view.ts';
import type { PolicyEvaluation, RuleResult } from './evaluation.ts';
import { policyToJson } from './policy-json.ts';
import type { PolicyVersion } from './policy-version.ts';

const wire = (amount: bigint | undefined) => (amount === undefined ? undefined : toWire(amount));

export const ruleResultView = ({
  rule,
  verdict,
  limit,
  used,
  reserved,
  requested,
  currency,
  rate,
}: RuleResult): JsonBody => ({
  rule,
  verdict,
  limit: wire(limit),
  used: wire(used),
  reserved: wire(reserved),
  requested: wire(requested),
  currency,
  rate,
});

export const evaluationView = ({
  policyVersion,
  verdict,
  rule,
  rules,
  evaluatedAt,
}: PolicyEvaluation): JsonBody => ({
  policyVersion,
  verdict,
  rule,
  rules: rules.map(ruleResultView),
  evaluatedAt: instantView(evaluatedAt),
});

export const policyVersionView = ({
  version,
  policy,
  actor,
  changes,
  createdAt,
}: PolicyVersion): JsonBody => ({
  version,
  policy: policyToJson(policy),
  actor: actor && { kind: actor.kind, id: actor.id, name: actor.name },
  changes: changes.map(({ field, before, after }) => ({ field, before, after })),
  createdAt: instantView(createdAt),
});
