/** The votes on an action, where it needs more than one approval or has got a vote while it waits. */
import { Text } from '@mantine/core';
import { Section } from '../../components/page.tsx';
import { Status, words } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import type { ActionPartsFragment } from './approvals.documents.ts';
import classes from './approvals.module.css';

type Approvals = Pick<ActionPartsFragment, 'requiredApprovals' | 'approvalsGiven' | 'votes' | 'status'>;

/** Whether more is to be shown than the one decision. */
export const hasSeveralVotes = ({ requiredApprovals, votes, status }: Approvals): boolean => {
  const count = votes?.length ?? 0;
  return requiredApprovals > 1 || count > 1 || (count > 0 && status === 'PENDING_APPROVAL');
};

/** Whether a member has voted and the action waits for others. When the rules ask for less meanwhile, the same member completes it. */
export const waitsForOthers = (action: Approvals, memberId: string): boolean =>
  action.approvalsGiven < action.requiredApprovals &&
  (action.votes?.some(({ actor }) => actor.id === memberId) ?? false);

export function Votes({ action }: { readonly action: Approvals }) {
  const { requiredApprovals, approvalsGiven, votes } = action;
  return (
    <Section title="Votes">
      <Text size="sm">
        {approvalsGiven} of {requiredApprovals} {requiredApprovals === 1 ? 'approval' : 'approvals'}
      </Text>
      {votes && votes.length > 0 && (
        <ul className={classes.votes}>
          {votes.map(({ actor, decision, comment, createdAt }) => (
            <li key={`${actor.id} ${createdAt}`}>
              <Status value={decision} /> <strong>{actor.name}</strong>
              {actor.kind !== 'MEMBER' && ` (${words(actor.kind).toLowerCase()})`}, <Time at={createdAt} />
              {comment && <span className={classes.comment}>{comment}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
