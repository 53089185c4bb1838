/** The rules of a policy beside its limits. The fields come from the table of `policies/rules.ts`. */
import {
  type AllowedTimes,
  maxTimeWindows,
  type TimeWindow,
  weekdays,
} from '../../src/agents/policies/allowed-times.ts';
import {
  maxCooldownMinutes,
  maxCorridors,
  maxCounterparties,
  maxPerMinute,
  type PolicyRules,
  rules,
} from '../../src/agents/policies/rules.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';

const WeekdayEnum = describedEnum(
  'Weekday',
  'A day of the week.',
  weekdays,
  Object.fromEntries(weekdays.map((day) => [day, `${day[0]}${day.slice(1).toLowerCase()}.`])) as Record<
    (typeof weekdays)[number],
    string
  >,
);

const timesDescription =
  'Days and hours in a time zone. A window ends on the day on which it starts; `to` is not included.';
const from = 'Start, HH:MM.';
const to = 'End, HH:MM, not included. 24:00 is the end of the day.';
const timeZone = 'Name of the IANA time zone database, for example Europe/Berlin.';

const TimeWindowRef = builder.objectRef<TimeWindow>('PolicyTimeWindow').implement({
  description: 'Hours on some days.',
  fields: (t) => ({
    days: t.field({
      type: [WeekdayEnum],
      bound: weekdays.length,
      description: 'Days of the window.',
      resolve: ({ days }) => [...days],
    }),
    from: t.exposeString('from', { description: from }),
    to: t.exposeString('to', { description: to }),
  }),
});

const AllowedTimesRef = builder.objectRef<AllowedTimes>('PolicyAllowedTimes').implement({
  description: timesDescription,
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', { description: timeZone }),
    windows: t.field({
      type: [TimeWindowRef],
      bound: maxTimeWindows,
      description: 'The windows. One of them must contain the time of the submission.',
      resolve: ({ windows }) => [...windows],
    }),
  }),
});

const CorridorRef = builder
  .objectRef<NonNullable<PolicyRules['allowedCorridors']>[number]>('PolicyCorridor')
  .implement({
    description: 'A pair of currencies.',
    fields: (t) => ({
      sending: t.exposeString('sending', { description: 'Currency of the account that pays.' }),
      receiving: t.exposeString('receiving', { description: 'Currency that the payee receives.' }),
    }),
  });

const absent = 'Null: the rule does not apply.';
const described = (field: keyof PolicyRules) => `${rules[field].description}. ${absent}`;

export const PolicyRulesRef = builder.objectRef<PolicyRules>('PolicyRules').implement({
  description:
    'Rules of a policy beside its limits: counterparties, times and frequency of the payments of an agent.',
  fields: (t) => ({
    allowedCounterparties: t.stringList({
      nullable: true,
      bound: maxCounterparties,
      description: described('allowedCounterparties'),
      resolve: ({ allowedCounterparties: list }) => (list ? [...list] : null),
    }),
    allowedCorridors: t.field({
      type: [CorridorRef],
      nullable: true,
      bound: maxCorridors,
      description: described('allowedCorridors'),
      resolve: ({ allowedCorridors: list }) => (list ? [...list] : null),
    }),
    requireDescription: t.boolean({
      description: `${rules.requireDescription.description}.`,
      resolve: ({ requireDescription }) => requireDescription ?? false,
    }),
    allowedTimes: t.field({
      type: AllowedTimesRef,
      nullable: true,
      description: described('allowedTimes'),
      resolve: ({ allowedTimes }) => allowedTimes ?? null,
    }),
    cooldownMinutes: t.int({
      nullable: true,
      description: described('cooldownMinutes'),
      resolve: ({ cooldownMinutes }) => cooldownMinutes ?? null,
    }),
    maxActionsPerMinute: t.int({
      nullable: true,
      description: described('maxActionsPerMinute'),
      resolve: ({ maxActionsPerMinute }) => maxActionsPerMinute ?? null,
    }),
    maxBalanceShare: t.string({
      nullable: true,
      description: described('maxBalanceShare'),
      resolve: ({ maxBalanceShare }) => maxBalanceShare ?? null,
    }),
    onlyApprovedCounterparties: t.boolean({
      description: `${rules.onlyApprovedCounterparties.description}.`,
      resolve: ({ onlyApprovedCounterparties }) => onlyApprovedCounterparties ?? false,
    }),
  }),
});

const TimeWindowArgs = builder.inputType('PolicyTimeWindowInput', {
  description: 'Hours on some days.',
  fields: (t) => ({
    days: t.field({
      type: [WeekdayEnum],
      required: true,
      description: `Days of the window, at most ${maxChoices}.`,
    }),
    from: t.string({ required: true, description: from }),
    to: t.string({ required: true, description: `${to} It must be after from.` }),
  }),
});

const AllowedTimesArgs = builder.inputType('PolicyAllowedTimesInput', {
  description: timesDescription,
  fields: (t) => ({
    timeZone: t.string({ required: true, description: timeZone }),
    windows: t.field({
      type: [TimeWindowArgs],
      required: true,
      description: `The windows, 1 to ${maxTimeWindows}.`,
    }),
  }),
});

const CorridorArgs = builder.inputType('PolicyCorridorInput', {
  description: 'A pair of currencies.',
  fields: (t) => ({
    sending: t.string({ required: true, description: 'Currency of the account that pays.' }),
    receiving: t.string({ required: true, description: 'Currency that the payee receives.' }),
  }),
});

export const PolicyRulesArgs = builder.inputType('PolicyRulesInput', {
  description:
    'Rules of a policy beside its limits. Omitted rules stay unchanged; null removes a rule. A new policy has none by default.',
  fields: (t) => ({
    allowedCounterparties: t.stringList({
      description: `${rules.allowedCounterparties.description}, at most ${maxCounterparties}. Replaces the list.`,
    }),
    allowedCorridors: t.field({
      type: [CorridorArgs],
      description: `${rules.allowedCorridors.description}, at most ${maxCorridors}. Replaces the list.`,
    }),
    requireDescription: t.boolean({ description: `${rules.requireDescription.description}.` }),
    allowedTimes: t.field({
      type: AllowedTimesArgs,
      description: `${rules.allowedTimes.description}. Replaces the existing value completely.`,
    }),
    cooldownMinutes: t.int({
      description: `${rules.cooldownMinutes.description}, 1 to ${maxCooldownMinutes}.`,
    }),
    maxActionsPerMinute: t.int({
      description: `${rules.maxActionsPerMinute.description}, 1 to ${maxPerMinute}.`,
    }),
    maxBalanceShare: t.string({
      description: `${rules.maxBalanceShare.description}, with at most 6 decimals: "0.25".`,
    }),
    onlyApprovedCounterparties: t.boolean({
      description: `${rules.onlyApprovedCounterparties.description}.`,
    }),
  }),
});
