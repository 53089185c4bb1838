/**
 * The customers that an approver reaches: those of actions. An access token with the scope APPROVE alone reads their names
 * and types.
 *
 * Decision: an agent that has not requested anything still has its customer, without the name. An error there would remove
 * the agent from the lists that an approver reads.
 *
 * Source: docs/behaviour/agents.md#what-an-approver-sees.
 */
import { customersWithActions } from '../../src/agents/actions/history-store.ts';
import { Forbidden } from '../../src/kernel/errors.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { batched, type Context, may, visibleTo } from '../core/context.ts';

const hasAction = batched<Id<'Customer'>, true>('customerHasAction', (context, ids) =>
  customersWithActions(context.ports.db.orm, visibleTo(context), ids),
);

/** Whether the caller is an access token that reads actions, and customers and quotes only as far as actions have them. */
export const isApprover = (context: Context): boolean =>
  context.principal?.kind === 'access-token' && !may(context, 'VIEW_CUSTOMER');

export const reachesCustomer = async (context: Context, id: Id<'Customer'>): Promise<boolean> =>
  !isApprover(context) || (await hasAction(context, id)) === true;

/** The customer of an agent that has not requested anything. */
class CustomerOfNoAction extends Forbidden {
  override readonly name = 'CustomerOfNoAction';
  constructor() {
    super('The access token reads the names of customers that have an action.', { reason: 'Scope missing' });
  }
}

/** The resolver of a name. Throws for an approver if the customer has no action. */
export const nameOf =
  <Customer extends { readonly id: Id<'Customer'> }, Name>(resolve: (customer: Customer) => Name) =>
  (customer: Customer, _args: unknown, context: Context): Name | Promise<Name> =>
    isApprover(context)
      ? reachesCustomer(context, customer.id).then((reaches) => {
          if (!reaches) throw new CustomerOfNoAction();
          return resolve(customer);
        })
      : resolve(customer);
