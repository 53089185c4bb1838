/** The actions that wait, oldest first. */
import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Money } from '../../components/money.tsx';
import { payeeName } from '../../components/parties.ts';
import { RelativeTime } from '../../components/time.tsx';
import type { WaitingAction } from '../../shell/inbox.tsx';
import classes from './approvals.module.css';

export function InboxList({
  actions,
  selectedId,
}: {
  readonly actions: readonly WaitingAction[];
  readonly selectedId: string | undefined;
}) {
  const selected = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected item changes with the id.
  useEffect(() => {
    selected.current?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);
  return (
    <ul className={classes.inbox} aria-label="Waiting actions">
      {actions.map((action) => (
        <li key={action.id}>
          <Link
            ref={action.id === selectedId ? selected : undefined}
            to={`/approvals/${action.id}`}
            className={classes.item}
            aria-current={action.id === selectedId ? 'true' : undefined}
          >
            <span className={classes.itemPayee}>{payeeName(action.payee)}</span>
            <span className={classes.itemAmount}>
              <Money value={action.sendingAmount} />
            </span>
            <Text component="span" size="sm" c="dimmed" className={classes.itemAgent}>
              {action.agent.name}
              {action.requiredApprovals > 1 &&
                `, ${action.approvalsGiven} of ${action.requiredApprovals} approvals`}
            </Text>
            <Text component="span" size="sm" c="dimmed" className={classes.itemTime}>
              <RelativeTime at={action.createdAt} />
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  );
}
