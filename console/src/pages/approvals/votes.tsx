/** The votes on an action, where it needs more than one approval or has got a vote while it waits. */
import { Text } from '@mantine/core';
import { formatMoney } from '../../components/money.tsx';
import { Section } from '../../components/page.tsx';
import { Status, words } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import type { ActionPartsFragment, VotePartsFragment } from './approvals.documents.ts';
import classes from './approvals.module.css';
import { percentText } from './tolerance-field.tsx';

type Approvals = Pick<
  ActionPartsFragment,
  'requiredApprovals' | 'approvalsGiven' | 'votes' | 'supersededVotes' | 'status'
>;

/** Whether more is to be shown than the one decision. */
export const hasSeveralVotes = ({
  requiredApprovals,
  votes,
  supersededVotes,
  status,
}: Approvals): boolean => {
  const count = votes?.length ?? 0;
  if (supersededVotes && supersededVotes.length > 0) return true;
  return requiredApprovals > 1 || count > 1 || (count > 0 && status === 'PENDING_APPROVAL');
};

/** Whether a member has voted and the action waits for others. When the rules ask for less meanwhile, the same member completes it. */
export const waitsForOthers = (action: Approvals, memberId: string): boolean =>
  action.approvalsGiven < action.requiredApprovals &&
  (action.votes?.some(({ actor }) => actor.id === memberId) ?? false);

type Currency = ActionPartsFragment['sendingAmount']['currency'];

function toleranceText({ tolerance }: VotePartsFragment, currency: Currency): string {
  if (!tolerance) return '';
  const { maxSlippage, maxSendingAmount: amount } = tolerance;
  if (maxSlippage !== null) return `, accepts a price up to ${percentText(maxSlippage)} worse`;
  return amount === null ? '' : `, accepts up to ${formatMoney({ amount, currency })}`;
}

function VoteList({
  votes,
  currency,
}: {
  readonly votes: readonly VotePartsFragment[];
  readonly currency: Currency;
}) {
  if (votes.length === 0) return null;
  return (
    <ul className={classes.votes}>
      {votes.map((vote) => {
        const { actor, decision, comment, createdAt } = vote;
        return (
          <li key={`${actor.id} ${createdAt}`}>
            <Status value={decision} /> <strong>{actor.name}</strong>
            {actor.kind !== 'MEMBER' && ` (${words(actor.kind).toLowerCase()})`}, <Time at={createdAt} />
            {toleranceText(vote, currency)}
            {comment && <span className={classes.comment}>{comment}</span>}
          </li>
        );
      })}
    </ul>
  );
}

export function Votes({ action }: { readonly action: ActionPartsFragment }) {
  const { currency } = action.sendingAmount;
  const { requiredApprovals, approvalsGiven, votes, supersededVotes } = action;
  return (
    <Section title="Votes">
      <Text size="sm">
        {approvalsGiven} of {requiredApprovals} {requiredApprovals === 1 ? 'approval' : 'approvals'}
      </Text>
      <VoteList votes={votes ?? []} currency={currency} />
      {supersededVotes && supersededVotes.length > 0 && (
        <>
          <Text size="sm" mt="sm">
            About earlier figures, which do not count:
          </Text>
          <VoteList votes={supersededVotes} currency={currency} />
        </>
      )}
    </Section>
  );
}
