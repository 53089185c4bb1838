/** What banks say about external accounts: notifications of change. */
import type { Id } from '../../src/kernel/ids.ts';
import {
  type AccountChangeNotice,
  changeNoticesOf,
  maxChangeNotices,
} from '../../src/rails/bank-records/change-notice-store.ts';
import { ExternalAccountRef } from '../accounts/external-accounts.ts';
import { builder } from '../core/builder.ts';
import { batched, principalOf } from '../core/context.ts';

const noticesOf = batched<Id<'ExternalAccount'>, readonly AccountChangeNotice[]>(
  'changeNoticesOfAccount',
  (context, ids) => changeNoticesOf(context.ports.db.orm, principalOf(context).platform.id, ids),
);

const AccountChangeNoticeRef = builder.objectRef<AccountChangeNotice>('AccountChangeNotice').implement({
  description:
    'A notification of change: the bank knows newer data of an account. The account does not change by itself; create another account with the new data.',
  fields: (t) => ({
    reasonCode: t.exposeString('reasonCode', { description: 'Code of the change: C01 and so on.' }),
    accountNumber: t.string({
      nullable: true,
      description: 'New account number, always masked.',
      resolve: ({ accountNumber }) => accountNumber ?? null,
    }),
    routingNumber: t.string({
      nullable: true,
      description: 'New routing number.',
      resolve: ({ routingNumber }) => routingNumber ?? null,
    }),
    accountKind: t.string({
      nullable: true,
      description: 'New kind of the account: CHECKING or SAVINGS.',
      resolve: ({ accountKind }) => accountKind ?? null,
    }),
    name: t.string({
      nullable: true,
      description: 'New name of the holder.',
      resolve: ({ name }) => name ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the bank reported it.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

builder.objectField(ExternalAccountRef, 'changeNotices', (t) =>
  t.field({
    type: [AccountChangeNoticeRef],
    bound: maxChangeNotices,
    description: `Newest notifications of change of the account, newest first, at most ${maxChangeNotices}.`,
    resolve: async ({ id }, _args, context) => [...((await noticesOf(context, id)) ?? [])],
  }),
);
