/** Estimates of the fees of withdrawals. Source: docs/behaviour/payments.md#exchange-rates-institutions-and-crypto-fees. */
import { Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import {
  EstimateWithdrawalFeeInput,
  estimateWithdrawalFee,
  type WithdrawalFee,
} from '../../src/payments/quotes/estimate-withdrawal-fee.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { principalOf, visibleTo } from '../core/context.ts';

const WithdrawalFeeRef = builder.objectRef<WithdrawalFee>('WithdrawalFee').implement({
  description: 'Estimated fees of a withdrawal.',
  fields: (t) => ({
    networkFee: t.field({
      type: 'Amount',
      description: 'Fee of the network, in the smallest unit of networkFeeAsset. 0 for a fiat currency.',
      resolve: ({ networkFee }) => networkFee,
    }),
    networkFeeAsset: t.exposeString('networkFeeAsset', { description: 'Currency of networkFee.' }),
    applicationFee: t.field({
      type: 'Amount',
      description: 'Fees of the service, in the smallest unit of the withdrawn currency.',
      resolve: ({ applicationFee }) => applicationFee,
    }),
    totalFee: t.field({
      type: 'Amount',
      description: 'All fees, in the smallest unit of the withdrawn currency.',
      resolve: ({ totalFee }) => totalFee,
    }),
    netAmount: t.field({
      type: 'Amount',
      description: 'The amount that arrives, in the smallest unit of the withdrawn currency.',
      resolve: ({ netAmount }) => netAmount,
    }),
  }),
});

const EstimateWithdrawalFeeArgs = builder.inputType('EstimateWithdrawalFeeInput', {
  description:
    'A withdrawal. A crypto currency requires cryptoNetwork and destinationAddress; a fiat currency has neither.',
  fields: (t) => ({
    internalAccountId: t.id({ required: true, description: 'InternalAccount:<uuid>, the source.' }),
    currency: t.string({ required: true, description: 'Currency of the account.' }),
    cryptoNetwork: t.string({
      description:
        'Network of the transfer: SOLANA, ETHEREUM, BASE, POLYGON, SPARK, LIGHTNING or BITCOIN. Required for a crypto currency.',
    }),
    amount: t.field({
      type: 'Amount',
      required: true,
      description: 'Amount to withdraw with its fees, in the smallest unit of the currency.',
    }),
    destinationAddress: t.string({ description: 'Address on the network, at most 255 characters.' }),
  }),
});

builder.queryField('estimateWithdrawalFee', (t) =>
  t.errorUnionField({
    description: 'Estimates the fees of a withdrawal. Nothing is sent.',
    authScopes: { permission: 'VIEW' },
    args: {
      input: t.arg({ type: EstimateWithdrawalFeeArgs, required: true, description: 'The withdrawal.' }),
    },
    types: [WithdrawalFeeRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'EstimateWithdrawalFeeResult',
      description: 'Result of estimateWithdrawalFee.',
      resolveType: () => WithdrawalFeeRef,
    },
    ...accepting({ input: EstimateWithdrawalFeeInput }, ({ input }, context) =>
      estimateWithdrawalFee(
        context.ports,
        { platform: principalOf(context).platform, scope: visibleTo(context) },
        input,
      ),
    ),
  }),
);
