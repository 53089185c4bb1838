/** The JSON body of a backtest. Source: docs/behaviour/agents.md#backtest. */
import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import { ruleResultView } from '../policies/evaluation-view.ts';
import { policyToJson } from '../policies/policy-json.ts';
import type { BacktestedAction, PolicyBacktest } from './backtest.ts';

const actionView = ({
  id,
  actionId,
  type,
  submittedAt,
  amount,
  before,
  after,
  result,
  isChanged,
}: BacktestedAction): JsonBody => ({
  id,
  actionId,
  type,
  submittedAt: instantView(submittedAt),
  sendingAmount: moneyView(amount),
  before: { verdict: before.verdict, rule: before.rule },
  after: { verdict: after.verdict, rule: after.rule },
  result: result && ruleResultView(result),
  isChanged,
});

export const backtestView = ({
  policy,
  since,
  until,
  total,
  changed,
  before,
  after,
  rules,
  actions,
  nextAfter,
}: PolicyBacktest): JsonBody => ({
  policy: policyToJson(policy),
  since: instantView(since),
  until: instantView(until),
  total,
  changed,
  before: { ...before },
  after: { ...after },
  rules: rules.map(({ rule, count }) => ({ rule, count })),
  actions: actions.map(actionView),
  nextAfter,
});
