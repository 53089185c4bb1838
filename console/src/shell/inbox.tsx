/**
 * The actions that wait for a decision, live: the oldest first. The list is loaded once and then changed by updates, so that it
 * is right also while other people decide.
 */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useData, useUpdates } from '../api/hooks.ts';
import type { Problem } from '../api/problem.ts';
import type { WaitingActionFragment, WaitingActionsQuery } from './inbox.documents.ts';
import { ActionUpdatesDocument, WaitingActionsDocument } from './inbox.documents.ts';
import { waitingActionsVariables } from './inbox-variables.ts';

export type WaitingAction = WaitingActionFragment;

interface Inbox {
  readonly actions: readonly WaitingAction[] | undefined;
  /** All that wait, also those that the list does not have. */
  readonly count: number;
  readonly problem: Problem | undefined;
  readonly reload: () => void;
}

const Context = createContext<Inbox>({
  actions: undefined,
  count: 0,
  problem: undefined,
  reload: () => undefined,
});

interface Changes {
  /** The result that the updates change. Updates before it are part of it. */
  readonly base: WaitingActionsQuery | undefined;
  readonly actions: ReadonlyMap<string, WaitingAction>;
}

export function InboxProvider({ children }: { readonly children: ReactNode }) {
  const { data, problem, reload } = useData(WaitingActionsDocument, waitingActionsVariables, {
    types: ['AgentAction'],
  });
  const [changes, setChanges] = useState<Changes>({ base: undefined, actions: new Map() });
  useUpdates(ActionUpdatesDocument, {}, data?.eventCursor, ({ agentActionUpdated: { action } }) =>
    setChanges((before) => {
      const actions = before.base === data ? before.actions : new Map<string, WaitingAction>();
      return { base: data, actions: new Map(actions).set(action.id, action) };
    }),
  );

  const inbox = useMemo((): Inbox => {
    if (!data) return { actions: undefined, count: 0, problem, reload };
    const changed = changes.base === data ? changes.actions : new Map<string, WaitingAction>();
    const listed = new Map(data.agentActions.nodes.map((action) => [action.id, action]));
    let count = data.agentActions.totalCount;
    for (const [id, action] of changed) {
      const isWaiting = action.status === 'PENDING_APPROVAL';
      if (isWaiting && !listed.has(id)) count += 1;
      if (!isWaiting && listed.has(id)) count -= 1;
      if (isWaiting) listed.set(id, action);
      else listed.delete(id);
    }
    const actions = [...listed.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    return { actions, count, problem, reload };
  }, [data, changes, problem, reload]);
  return <Context value={inbox}>{children}</Context>;
}

export const useInbox = (): Inbox => useContext(Context);
export const useWaitingCount = (): number => useContext(Context).count;
