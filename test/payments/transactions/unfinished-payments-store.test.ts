/** An external account stays until a bank has reported what became of the money that is pulled from it. */
import { afterEach, expect, test } from 'vitest';
import { AccountInUse } from '../../../src/accounts/errors.ts';
import { deleteExternalAccount } from '../../../src/accounts/external/delete-external-account.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';
import { allowPulls, pull, pulledQuote } from '../../support/pulls.ts';

let world: BankWorld;
afterEach(() => world.stop());

const remove = () => {
  const { platform } = world.platform.principal;
  return deleteExternalAccount(
    world.service.ports,
    platform,
    { platformId: platform.id },
    world.beneficiary.id,
  );
};

test.each([
  ['transfer in', async () => void granted(await pull(world, 700n))],
  ['quote', async () => void (await pulledQuote(world))],
])('the account of a %s is not deleted before its direct debit is booked', async (_, start) => {
  world = await bankWorld();
  await allowPulls(world);
  await start();
  expect(await remove()).toBeInstanceOf(AccountInUse);
  await world.service.settle();
  await world.cutOff();
  expect(await remove()).toBeInstanceOf(AccountInUse);
  await world.drain();
  granted(await remove());
});
