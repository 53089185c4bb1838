/** What a platform without faults pays for them: nothing. */
import { expect, test } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { newId } from '../../../src/kernel/ids.ts';
import type { PlatformPrincipal } from '../../../src/platforms/access/principal.ts';
import type { PlatformMode } from '../../../src/platforms/platform.ts';
import { createRequestFaults } from '../../../src/sandbox/faults/request-faults.ts';
import { createUpdateFaults } from '../../../src/sandbox/faults/update-faults.ts';
import { ManualClock } from '../../support/service.ts';

const clock = new ManualClock();

/** A database that must not be used. */
const unused = new Proxy({} as Database, {
  get() {
    throw new Error('a statement was executed');
  },
});
const tail = { listen: () => () => undefined } as never;

const principalOf = (mode: PlatformMode, faultsUntil?: Date): PlatformPrincipal =>
  ({
    kind: 'platform',
    platform: { id: newId('Platform'), mode, faultsUntil },
    token: { id: newId('Token') },
  }) as unknown as PlatformPrincipal;

test.each([
  ['a production platform', principalOf('PRODUCTION'), ['transferOut']],
  ['a sandbox platform that has never had a fault', principalOf('SANDBOX'), ['transferOut']],
  ['a sandbox platform whose last fault ends now', principalOf('SANDBOX', clock.real()), ['transferOut']],
  [
    'an operation that faults never affect',
    principalOf('SANDBOX', new Date('2099-01-01')),
    ['sandboxFaults', 'currencies'],
  ],
  ['a request without a credential', undefined, ['currencies']],
])('a request of %s executes no statement for them', async (_, principal, operations) => {
  expect(await createRequestFaults({ clock })(unused, principal, operations)).toBeUndefined();
});

test('a request of a platform with a fault executes one', async () => {
  const principal = principalOf('SANDBOX', new Date(clock.real().getTime() + 1));

  await expect(createRequestFaults({ clock })(unused, principal, ['transferOut'])).rejects.toThrow(
    'a statement',
  );
});

test('an update of a platform with a fault executes one, in the partition of its caller', async () => {
  const principal = principalOf('SANDBOX', new Date(clock.real().getTime() + 1));
  const stream = createUpdateFaults({ clock, tail })(unused, principal, ['transactionUpdated']);

  // With the database of the service the updates of one platform would delay the work for all.
  await expect(stream?.take('OUTGOING_PAYMENT.COMPLETED')).rejects.toThrow('a statement');
  stream?.close();
});

test('updates of a production platform, and of a sandbox platform without faults, execute none', async () => {
  const updateFaults = createUpdateFaults({ clock, tail });

  expect(updateFaults(unused, principalOf('PRODUCTION'), ['transactionUpdated'])).toBeUndefined();
  const stream = updateFaults(unused, principalOf('SANDBOX'), ['transactionUpdated']);
  expect(await stream?.take('OUTGOING_PAYMENT.COMPLETED')).toBeUndefined();
  stream?.close();
});
