/** The payee of a UMA address as an approver sees it. Payees of accounts are in test/journeys/approver-details.test.ts. */
import { expect, test } from 'vitest';
import { umaPayeeOf } from '../../../src/agents/actions/action-payees.ts';
import { paymentOf } from '../../../src/agents/actions/action-payment.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { parseUmaAddress, type UmaAddress } from '../../../src/kernel/uma-address.ts';

const transfer = paymentOf(
  {
    type: 'TRANSFER_OUT',
    description: undefined,
    transferDetails: {
      amount: 100n,
      currency: 'USD',
      sourceAccountId: newId('InternalAccount'),
      destinationAccountId: newId('ExternalAccount'),
    },
  },
  undefined,
);
const umaAddress = parseUmaAddress('$payee@uma.example') as UmaAddress;
const toUma = { ...transfer, destination: { type: 'UMA_ADDRESS', umaAddress, currency: 'USD' } } as const;

test.each<[string, Record<string, string> | undefined, string]>([
  ['a person', { FULL_NAME: 'Grace Hopper' }, 'Grace Hopper'],
  ['a company', { COMPANY_LEGAL_NAME: 'Analytical Engines Ltd' }, 'Analytical Engines Ltd'],
  ['no name', { NATIONALITY: 'US' }, umaAddress],
  ['nothing', undefined, umaAddress],
])('where the provider gave %s', (_, counterpartyInformation, displayName) => {
  expect(umaPayeeOf({ ...toUma, counterpartyInformation })).toMatchObject({ displayName, last4: undefined });
});

test('a payment to an account has no UMA address', () => {
  expect(umaPayeeOf(transfer)).toBeUndefined();
});
