/** Approvals: the inbox with the selected action beside it; on narrow screens one after the other. */
import { Kbd, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useKeys } from '../../components/keyboard.ts';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { Page } from '../../components/page.tsx';
import { useInbox } from '../../shell/inbox.tsx';
import { ActionDetail } from './action-detail.tsx';
import classes from './approvals.module.css';
import { InboxList } from './inbox-list.tsx';

/** Its filters are not a part of the first page that an approver loads. */
const DecidedList = lazy(() => import('./decided-list.tsx'));

function Views({ isDecided }: { readonly isDecided: boolean }) {
  return (
    <nav className={classes.views} aria-label="Views of the approvals">
      <Link to="/approvals" aria-current={isDecided ? undefined : 'page'}>
        Waiting
      </Link>
      <Link to="/approvals?view=decided" aria-current={isDecided ? 'page' : undefined}>
        Decided
      </Link>
    </nav>
  );
}

function Keys() {
  return (
    <Text size="sm" c="dimmed" className={classes.keys}>
      <Kbd>j</Kbd> next, <Kbd>k</Kbd> previous, <Kbd>a</Kbd> approve, <Kbd>r</Kbd> reject
    </Text>
  );
}

function Inbox({ id }: { readonly id: string | undefined }) {
  const { actions, count, problem, reload } = useInbox();
  const navigate = useNavigate();
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  // The next key may be pressed before the page of the one before is shown.
  const selected = useRef(id);
  useEffect(() => {
    selected.current = id;
  }, [id]);
  const select = (offset: number) => {
    if (!actions || actions.length === 0) return;
    const at = actions.findIndex((one) => one.id === selected.current);
    const next = at < 0 ? 0 : Math.min(actions.length - 1, Math.max(0, at + offset));
    const target = actions[next];
    if (!target || target.id === selected.current) return;
    selected.current = target.id;
    void navigate(`/approvals/${target.id}`, { replace: id !== undefined });
  };
  useKeys({ j: () => select(1), k: () => select(-1) });

  // The first action is shown at once where there is room for both.
  const firstId = actions?.[0]?.id;
  useEffect(() => {
    if (isWide && id === undefined && firstId !== undefined)
      void navigate(`/approvals/${firstId}`, { replace: true });
  }, [isWide, id, firstId, navigate]);

  if (!isWide && id !== undefined) return <ActionDetail key={id} id={id} />;
  if (problem && !actions) return <ProblemNotice problem={problem} onRetry={reload} />;
  if (!actions) return <LoadingRows />;
  if (actions.length === 0 && id === undefined) {
    return (
      <EmptyState title="Nothing waits for a decision">
        Payments of agents that need a person appear here by themselves. Which ones do is in the policy of
        each agent.
      </EmptyState>
    );
  }
  return (
    <div className={classes.panes}>
      <div className={classes.listPane}>
        {actions.length === 0 ? (
          <Text c="dimmed" p="md">
            Nothing else waits.
          </Text>
        ) : (
          <InboxList actions={actions} selectedId={id} />
        )}
        {count > actions.length && (
          <Text size="sm" c="dimmed" p="sm">
            {count - actions.length} more move up as these are decided.
          </Text>
        )}
      </div>
      {isWide && <div>{id !== undefined && <ActionDetail key={id} id={id} />}</div>}
    </div>
  );
}

export function Component() {
  const { id } = useParams();
  const [parameters] = useSearchParams();
  const isDecided = id === undefined && parameters.get('view') === 'decided';
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  return (
    <Page
      title="Approvals"
      actions={!isDecided && <Keys />}
      {...(id !== undefined && !isWide && { back: { to: '/approvals', label: 'All approvals' } })}
    >
      <Views isDecided={isDecided} />
      {isDecided ? (
        <Suspense fallback={<LoadingRows />}>
          <DecidedList />
        </Suspense>
      ) : (
        <Inbox id={id} />
      )}
    </Page>
  );
}
