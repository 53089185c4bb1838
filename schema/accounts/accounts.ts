/** The union of internal and external accounts. */
import type { Id, IdType } from '../../src/kernel/ids.ts';
import { builder } from '../core/builder.ts';
import type { Context } from '../core/context.ts';
import { typeNameOf } from '../core/node.ts';
import { ExternalAccountRef, externalAccountById } from './external-accounts.ts';
import { InternalAccountRef, internalAccountById } from './internal-accounts.ts';

export const AccountRef = builder.unionType('Account', {
  description: 'An internal or external account that sends or receives a payment.',
  types: [InternalAccountRef, ExternalAccountRef],
  resolveType: (account) => typeNameOf(account as { id: Id<IdType> }),
});

/** The account with an id of either type. */
export const accountById = (context: Context, id: Id<'InternalAccount'> | Id<'ExternalAccount'>) =>
  id.startsWith('InternalAccount:')
    ? internalAccountById(context, id as Id<'InternalAccount'>)
    : externalAccountById(context, id as Id<'ExternalAccount'>);
