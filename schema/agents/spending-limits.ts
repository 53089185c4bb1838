/** The spending limits of a policy and their counters. The fields come from the tables of `policies/limits.ts`. */
import type { SpendingLimits } from '../../src/agents/policies/agent-policy.ts';
import {
  counterEntries,
  forEachLimit,
  type LimitName,
  limits,
  windowEntries,
} from '../../src/agents/policies/limits.ts';
import type { AgentReservation, AgentUsage } from '../../src/agents/policies/usage.ts';
import { builder } from '../core/builder.ts';

export const inLimits = "In the smallest unit of the limits' currency";

const scalarOf = { AMOUNT: 'Amount', COUNT: 'Int' } as const;

/** @param absence what an absent or null value means, for a limit that may be absent. */
function describe(name: LimitName, absence: string): string {
  const { description, measure, isRequired } = limits[name];
  return `${description}${isRequired ? '' : `; ${absence}`}.${measure === 'AMOUNT' ? ` ${inLimits}.` : ''}`;
}

const currencyDescription = 'Currency of all limits.';
const limitsDescription = 'Spending limits of an agent. Limits are inclusive. Calendar periods are in UTC.';

export const SpendingLimitsRef = builder.objectRef<SpendingLimits>('SpendingLimits').implement({
  description: limitsDescription,
  fields: (t) => ({
    currency: t.exposeString('currency', { description: currencyDescription }),
    ...forEachLimit((name, { measure, isRequired }) =>
      t.field({
        type: scalarOf[measure],
        nullable: !isRequired,
        description: describe(name, 'null for no limit'),
        // Null only where `nullable` is true, which the types of Pothos cannot express for a computed `nullable`.
        resolve: (values) => (values[name] ?? null) as bigint | number,
      }),
    ),
  }),
});

export const SpendingLimitsArgs = builder.inputType('SpendingLimitsInput', {
  description: limitsDescription,
  fields: (t) => ({
    currency: t.string({ required: true, description: currencyDescription }),
    ...forEachLimit((name, { measure, isRequired }) =>
      t.field({
        type: scalarOf[measure],
        required: isRequired,
        description: describe(name, 'omit it for no limit'),
      }),
    ),
  }),
});

export const UpdateSpendingLimitsArgs = builder.inputType('UpdateSpendingLimitsInput', {
  description:
    'Spending limits to change. Omitted fields stay unchanged. If the currency changes, the remaining limits are converted at the mid-market rate.',
  fields: (t) => ({
    currency: t.string({ description: currencyDescription }),
    ...forEachLimit((name, { measure }) =>
      t.field({ type: scalarOf[measure], description: describe(name, 'null removes the limit') }),
    ),
  }),
});

const ReservationRef = builder.objectRef<AgentReservation>('AgentReservation').implement({
  description: 'Actions that wait for approval. They already count against the limits.',
  fields: (t) => ({
    transactionCount: t.exposeInt('transactionCount', { description: 'Number of waiting actions.' }),
    ...Object.fromEntries(
      counterEntries
        .filter(([, { measure }]) => measure === 'AMOUNT')
        .map(([name, { window }]) => [
          name,
          t.field({
            type: 'Amount',
            description: `Total amount of the waiting actions that counts against the limit of the ${window}, in the currency of the limits.`,
            resolve: (reservation) => reservation.amount,
          }),
        ]),
    ),
  }),
});

export const UsageRef = builder.objectRef<AgentUsage>('AgentUsage').implement({
  description: 'Amounts that an agent has spent, in the currency of its limits. Calendar periods are in UTC.',
  fields: (t) => ({
    ...Object.fromEntries(
      counterEntries.map(([name, { measure, description }]) => [
        name,
        t.field({ type: scalarOf[measure], description, resolve: (usage) => usage[name] }),
      ]),
    ),
    ...Object.fromEntries(
      windowEntries.map(([, { resetField, format, description }]) => [
        resetField,
        t.field({
          type: format === 'YYYY-MM-DD' ? 'Date' : 'String',
          description,
          resolve: (usage) => usage[resetField],
        }),
      ]),
    ),
    reserved: t.field({
      type: ReservationRef,
      description:
        'Amounts reserved for actions that wait for approval, so that a later payment cannot use up the limit before the approval.',
      resolve: (usage) => usage.reserved,
    }),
  }),
});
