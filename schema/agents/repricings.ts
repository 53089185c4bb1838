/** The prices of an action after its quote had expired, with the figures before and after. */
import {
  maxRepricings,
  type PaymentFigures,
  type Repricing,
  repricingOutcomes,
} from '../../src/agents/actions/repricing.ts';
import { jsonNumber } from '../../src/kernel/money/rate.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { MoneyRef } from '../core/money.ts';
import { AgentActionRef } from './agent-actions.ts';

const RepricingOutcomeEnum = describedEnum(
  'RepricingOutcome',
  'What followed from a price after the quote of an action had expired.',
  repricingOutcomes,
  {
    ACCEPTED: 'Every approval accepted the price, and the payment was executed at it.',
    OUTSIDE_TOLERANCE:
      'The price was outside the tolerance. The action waits for approvals of the new figures.',
    APPROVALS_MISSING:
      'The price was within the tolerance, but the approval rules require more for the new sending amount. The action waits for approvals of the new figures.',
    LIMIT_EXCEEDED: 'The new amount exceeded a limit of the agent. The action failed.',
  },
);

const PaymentFiguresRef = builder.objectRef<PaymentFigures>('PaymentFigures').implement({
  description: 'The figures of a price.',
  fields: (t) => ({
    quoteId: t.id({
      nullable: true,
      description: 'The quote with these figures; null where none was created.',
      resolve: ({ quoteId }) => quoteId ?? null,
    }),
    sendingAmount: t.field({
      type: MoneyRef,
      description: 'Total amount that the source account is debited, fees included.',
      resolve: ({ sending }) => sending,
    }),
    receivingAmount: t.field({
      type: MoneyRef,
      description: 'Amount that the payee receives.',
      resolve: ({ receiving }) => receiving,
    }),
    fees: t.field({
      type: 'Amount',
      description: 'Fees, included in sendingAmount, in the smallest unit of its currency.',
      resolve: ({ fees }) => fees,
    }),
    exchangeRate: t.float({
      description: 'Units of the sending currency per unit of the receiving currency, in major units.',
      resolve: ({ exchangeRate }) => jsonNumber(exchangeRate),
    }),
  }),
});

const RepricingRef = builder.objectRef<Repricing>('AgentActionRepricing').implement({
  description: 'A price of an action after its quote had expired.',
  fields: (t) => ({
    createdAt: t.field({ type: 'DateTime', description: 'Time of the price.', resolve: ({ at }) => at }),
    outcome: t.field({
      type: RepricingOutcomeEnum,
      description: 'What followed.',
      resolve: ({ outcome }) => outcome,
    }),
    slippage: t.exposeString('slippage', {
      description:
        'Fraction by which the price is worse for the payer than before, rounded up to 6 decimals, for example "0.0125". Negative if it is better.',
    }),
    before: t.field({
      type: PaymentFiguresRef,
      description: 'The figures that the approvers had seen.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: PaymentFiguresRef,
      description: 'The figures at the time of the price.',
      resolve: ({ after }) => after,
    }),
  }),
});

builder.objectField(AgentActionRef, 'repricings', (t) =>
  t.field({
    type: [RepricingRef],
    bound: maxRepricings,
    description:
      'Prices after the quote had expired, oldest first. Empty unless the action was approved late.',
    resolve: ({ repricings }) => [...repricings],
  }),
);
