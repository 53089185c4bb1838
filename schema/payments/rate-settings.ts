/** The spread and the fees of a platform: the type, and the mutation that changes them. */
import { Forbidden, InvalidInput } from '../../src/kernel/errors.ts';
import { exactText, type Ratio } from '../../src/kernel/money/rate.ts';
import {
  type CorridorTerms,
  maxRateCorridors,
  type PlatformFees,
  type RateSettings,
  UpdateRateSettingsInput,
} from '../../src/payments/rates/rate-settings.ts';
import { updateRateSettings } from '../../src/payments/rates/update-rate-settings.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';

const fraction = 'A fraction from 0 to below 1 with at most 8 decimals, as text: "0.004".';
const fixed = 'Fixed fee, in the smallest unit of the sending currency.';
const variableRate = `Part of the total sending amount. ${fraction}`;
const counterpartyFixed = 'Fee of the counterparty, in the smallest unit of the receiving currency.';
const ofDeployment = 'null: as the deployment sets it.';

const textOf = (value: Ratio | undefined): string | null => (value ? exactText(value) : null);

const PlatformFeesRef = builder.objectRef<PlatformFees>('PlatformFees').implement({
  description: 'Fees that a platform sets.',
  fields: (t) => ({
    fixed: t.field({
      type: 'Amount',
      nullable: true,
      description: `${fixed} ${ofDeployment}`,
      resolve: (fees) => fees.fixed ?? null,
    }),
    variableRate: t.string({
      nullable: true,
      description: `${variableRate} ${ofDeployment}`,
      resolve: (fees) => textOf(fees.variableRate),
    }),
    counterpartyFixed: t.field({
      type: 'Amount',
      nullable: true,
      description: `${counterpartyFixed} ${ofDeployment}`,
      resolve: (fees) => fees.counterpartyFixed ?? null,
    }),
  }),
});

const RateCorridorRef = builder.objectRef<CorridorTerms>('RateCorridor').implement({
  description: 'Spread and fees of payments from one currency to another.',
  fields: (t) => ({
    sending: t.exposeString('sending', { description: 'Currency that is sent.' }),
    receiving: t.exposeString('receiving', { description: 'Currency that is received.' }),
    spread: t.string({
      nullable: true,
      description: 'Spread of the corridor; null: the general spread of the platform.',
      resolve: ({ spread }) => textOf(spread),
    }),
    fees: t.field({
      type: PlatformFeesRef,
      description: 'Fees of the corridor. They come before the general fees of the platform.',
      resolve: ({ fees }) => fees,
    }),
  }),
});

export const RateSettingsRef = builder.objectRef<RateSettings>('RateSettings').implement({
  description: 'Spread and fees of the payments of a platform.',
  fields: (t) => ({
    spread: t.string({
      description: `By how much a rate is worse for the payer: rate x (1 + spread). ${fraction}`,
      resolve: ({ spread }) => exactText(spread),
    }),
    fees: t.field({
      type: PlatformFeesRef,
      description: 'Fees of every corridor.',
      resolve: ({ fees }) => fees,
    }),
    corridors: t.field({
      type: [RateCorridorRef],
      bound: maxRateCorridors,
      description: 'Exceptions for one direction.',
      resolve: ({ corridors }) => [...corridors],
    }),
  }),
});

const PlatformFeesArgs = builder.inputType('PlatformFeesInput', {
  description: 'Fees that a platform sets. An omitted fee is the one of the deployment.',
  fields: (t) => ({
    fixed: t.field({ type: 'Amount', description: fixed }),
    variableRate: t.string({ description: variableRate }),
    counterpartyFixed: t.field({ type: 'Amount', description: counterpartyFixed }),
  }),
});

const RateCorridorArgs = builder.inputType('RateCorridorInput', {
  description: 'Spread and fees of payments from one currency to another.',
  fields: (t) => ({
    sending: t.string({ required: true, description: 'Currency that is sent.' }),
    receiving: t.string({ required: true, description: 'Currency that is received.' }),
    spread: t.string({
      description: `${fraction} Omitted: the general spread. Not within one currency, whose rate is 1.`,
    }),
    fees: t.field({ type: PlatformFeesArgs, description: 'Fees of the corridor.' }),
  }),
});

const UpdateRateSettingsArgs = builder.inputType('UpdateRateSettingsInput', {
  description:
    'Input of updateRateSettings. Omitted fields stay unchanged. `fees` and `corridors` are replaced completely.',
  fields: (t) => ({
    spread: t.string({ description: `General spread. ${fraction}` }),
    fees: t.field({ type: PlatformFeesArgs, description: 'Fees of every corridor.' }),
    corridors: t.field({
      type: [RateCorridorArgs],
      description: `Exceptions for one direction, each once, at most ${maxRateCorridors}.`,
    }),
  }),
});

builder.mutationField('updateRateSettings', (t) =>
  t.errorUnionField({
    description:
      'Changes the spread and the fees of the platform. They apply to prices from then on; a quote keeps its price.',
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: UpdateRateSettingsArgs, required: true, description: 'Settings to change.' }),
    },
    types: [RateSettingsRef, InvalidInput, Forbidden],
    union: {
      name: 'UpdateRateSettingsResult',
      description: 'Result of updateRateSettings.',
      resolveType: () => RateSettingsRef,
    },
    ...accepting({ input: UpdateRateSettingsInput }, ({ input }, context) =>
      updateRateSettings(context.ports, platformOf(context), input),
    ),
  }),
);
