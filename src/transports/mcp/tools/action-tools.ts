/** The tools with which an agent follows its requests and payments. Source: docs/behaviour/mcp.md#waiting. */
import { z } from 'zod';
import {
  countActions,
  findAction,
  isWideActionFilter,
  listActions,
} from '../../../agents/actions/action-store.ts';
import { AgentActionNotFound } from '../../../agents/errors.ts';
import { AgentActionFilterInput } from '../../../agents/filters.ts';
import { DomainError, invariant } from '../../../kernel/errors.ts';
import { type Id, idSchema } from '../../../kernel/ids.ts';
import { TransactionNotFound } from '../../../payments/transactions/errors.ts';
import { findTransaction } from '../../../payments/transactions/store.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { pageView, paging, readPage } from '../../rest/query.ts';
import { ActionView, actionViews, nextStepOf } from '../action-view.ts';
import { TransactionView, transactionOf } from '../views.ts';
import { timeoutSeconds, waitFor } from '../wait.ts';
import { type ToolCall, tool } from './tool.ts';

const page = { hasMore: z.boolean(), nextCursor: z.string().optional() };

const actionId = { actionId: idSchema('AgentAction') };
const transactionId = { transactionId: idSchema('Transaction') };

const readAction = async ({ ports, principal }: ToolCall, id: Id<'AgentAction'>) =>
  (await findAction(ports.db.orm, scopeOf(principal), id)) ?? new AgentActionNotFound(id);

const readTransaction = async ({ ports, principal }: ToolCall, id: Id<'Transaction'>) =>
  (await findTransaction(ports.db.orm, scopeOf(principal), id)) ?? new TransactionNotFound(id);

/** These statuses change only by a refund. */
const isSettled = (status: string): boolean =>
  status !== 'CREATED' && status !== 'PENDING' && status !== 'PROCESSING';

export const actionTools = [
  tool({
    name: 'list_actions',
    title: 'List requested payments',
    about:
      'Lists the payments that this agent requested, newest first, with the decisions of people about them.',
    operation: 'agentListActions',
    permission: 'VIEW_SELF',
    effect: 'read',
    input: AgentActionFilterInput.pick({ status: true }).extend(paging),
    output: z.object({ actions: z.array(ActionView), ...page }),
    run: async ({ ports, principal }, { limit, cursor, status }) => {
      const scope = scopeOf(principal);
      const filter = { status };
      const read = await readPage(
        ports,
        'agentActions',
        { limit, cursor, ...filter },
        (db, request) => listActions(db, scope, filter, request),
        (db) => countActions(db, scope, filter),
        { isWide: isWideActionFilter(scope, filter) },
      );
      if (read instanceof DomainError) return read;
      const actions = await actionViews(ports, principal, read.page.items);
      const { hasMore, nextCursor } = pageView(read, []);
      return { summary: `${actions.length} actions.`, content: { actions, hasMore, nextCursor } };
    },
  }),
  tool({
    name: 'get_action',
    title: 'Look up a requested payment',
    about:
      'Returns one payment that this agent requested, with its decision and the status of its transaction.',
    operation: 'agentGetAction',
    permission: 'VIEW_SELF',
    effect: 'read',
    input: z.object(actionId),
    output: z.object({ action: ActionView, nextStep: z.string() }),
    run: async (call, { actionId: id }) => {
      const found = await readAction(call, id);
      if (found instanceof DomainError) return found;
      const [action] = await actionViews(call.ports, call.principal, [found]);
      invariant(action, 'an action has a view');
      const nextStep = nextStepOf(action);
      return { summary: `Action ${id} is ${action.status}. ${nextStep}`, content: { action, nextStep } };
    },
  }),
  tool({
    name: 'wait_for_decision',
    title: 'Wait for a decision',
    about:
      'Waits until people have decided about a requested payment, at most a minute. If it returns isDecided: false, call it again, or tell your user that the payment waits.',
    operation: 'agentGetAction',
    permission: 'VIEW_SELF',
    effect: 'read',
    waits: true,
    input: z.object({ ...actionId, timeoutSeconds }),
    output: z.object({ isDecided: z.boolean(), action: ActionView, nextStep: z.string() }),
    run: async (call, { actionId: id, timeoutSeconds: seconds }) => {
      const found = await waitFor(call.changes, {
        recordId: id,
        read: () => readAction(call, id),
        isOver: (value) => value instanceof DomainError || value.status !== 'PENDING_APPROVAL',
        onProgress: (value) => {
          if (!(value instanceof DomainError)) call.progress(`The action is ${value.status}.`);
        },
        seconds,
        signal: call.signal,
      });
      if (found instanceof DomainError) return found;
      const [action] = await actionViews(call.ports, call.principal, [found]);
      invariant(action, 'an action has a view');
      const isDecided = action.status !== 'PENDING_APPROVAL';
      const nextStep = nextStepOf(action);
      return {
        summary: isDecided ? `Action ${id} is ${action.status}. ${nextStep}` : `No decision yet. ${nextStep}`,
        content: { isDecided, action, nextStep },
      };
    },
  }),
  tool({
    name: 'get_transaction',
    title: 'Look up a transaction',
    about: 'Returns one transaction of the customer.',
    operation: 'agentGetTransaction',
    permission: 'VIEW_TRANSACTIONS',
    effect: 'read',
    input: z.object(transactionId),
    output: z.object({ transaction: TransactionView }),
    run: async (call, { transactionId: id }) => {
      const found = await readTransaction(call, id);
      if (found instanceof DomainError) return found;
      const transaction = transactionOf(found);
      return { summary: `Transaction ${id} is ${transaction.status}.`, content: { transaction } };
    },
  }),
  tool({
    name: 'wait_for_payment',
    title: 'Wait for a payment',
    about:
      'Waits until a transaction is completed or has failed, at most a minute, and notifies of each status on the way.',
    operation: 'agentGetTransaction',
    permission: 'VIEW_TRANSACTIONS',
    effect: 'read',
    waits: true,
    input: z.object({ ...transactionId, timeoutSeconds }),
    output: z.object({ isSettled: z.boolean(), transaction: TransactionView }),
    run: async (call, { transactionId: id, timeoutSeconds: seconds }) => {
      const found = await waitFor(call.changes, {
        recordId: id,
        read: () => readTransaction(call, id),
        isOver: (value) => value instanceof DomainError || isSettled(value.status),
        onProgress: (value) => {
          if (!(value instanceof DomainError)) call.progress(`The transaction is ${value.status}.`);
        },
        seconds,
        signal: call.signal,
      });
      if (found instanceof DomainError) return found;
      const transaction = transactionOf(found);
      return {
        summary: `Transaction ${id} is ${transaction.status}.`,
        content: { isSettled: isSettled(transaction.status), transaction },
      };
    },
  }),
];
