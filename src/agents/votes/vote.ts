/**
 * Votes: what each approver decided about an action, and how many approvals count.
 *
 * Decision: the voter is not the credential. An access token lives for minutes, and a person gets many of them, so its voter
 * is the member that created it, else its subject, or without one the API token that created it. Otherwise one person could
 * approve once with each token.
 *
 * Decision: where self-approval is prevented, an approval stops to count when its voter changes the policy of the agent
 * afterwards.
 *
 * Decision: an approval stops to count when its voter may no longer approve. Otherwise the approvals of a stolen session or token
 * would count after it was found and the right was withdrawn. A rejection has decided already, so it stays.
 *
 * Source: docs/behaviour/agents.md#approval-rules.
 */
import { parseId } from '../../kernel/ids.ts';
import type { CallerActor, Principal } from '../../platforms/access/principal.ts';
import { actorOf } from '../../platforms/access/principal.ts';
import type { ApprovalRules } from '../approval-rules/approval-rules.ts';
import type { Tolerance } from './tolerance.ts';

export const voteDecisions = ['APPROVED', 'REJECTED'] as const;
export type VoteDecision = (typeof voteDecisions)[number];

export interface Vote {
  readonly actor: CallerActor;
  readonly decision: VoteDecision;
  readonly comment: string | undefined;
  /** By how much the price may be worse if the quote has expired when the last approval comes. */
  readonly tolerance?: Tolerance | undefined;
  readonly createdAt: Date;
}

export interface StoredVote extends Vote {
  /** One vote per voter and action. */
  readonly voter: string;
  /** The pricing that it is about: `pricingOf` the action when it was given. */
  readonly pricing: number;
  /** Whether the voter can no longer approve: a member without the role or that was deleted, or an API token that was deleted. */
  readonly hasLostRight: boolean;
}

/**
 * More than an action usually gets: it is decided at the latest when `maxRequiredApprovals` voters have approved that did not set up
 * the agent, and that have not lost the right to approve.
 */
export const maxVotes = 15;

/** The newest votes, which is all of them unless many voters have lost the right to approve. */
export const newestVotes = (votes: readonly Vote[]): readonly Vote[] => votes.slice(-maxVotes);

export function voterOf(principal: Principal): string {
  if (principal.kind !== 'access-token') return actorOf(principal).id;
  const { subject, mintedBy } = principal.accessToken;
  // A person chooses the subjects of the tokens that they create, so all of these tokens vote for that person.
  if (parseId('Member', mintedBy)) return mintedBy;
  return subject === undefined ? mintedBy : `subject:${subject}`;
}

/** Who gave an agent its power, as voters. Absent for what an earlier version recorded. */
export interface AgentMakers {
  readonly createdBy: string | undefined;
  readonly policyChangedBy: string | undefined;
  readonly deviceCodeBy: string | undefined;
}

export const isMaker = ({ createdBy, policyChangedBy, deviceCodeBy }: AgentMakers, voter: string): boolean =>
  [createdBy, policyChangedBy, deviceCodeBy].includes(voter);

export const mayApprove = (
  { preventSelfApproval }: Pick<ApprovalRules, 'preventSelfApproval'>,
  makers: AgentMakers,
  voter: string,
): boolean => !(preventSelfApproval && isMaker(makers, voter));

/** The approvals that count now. */
export const countedApprovals = <V extends Pick<StoredVote, 'decision' | 'voter' | 'hasLostRight'>>(
  rules: Pick<ApprovalRules, 'preventSelfApproval'>,
  makers: AgentMakers,
  votes: readonly V[],
): readonly V[] =>
  votes.filter(
    ({ decision, voter, hasLostRight }) =>
      decision === 'APPROVED' && !hasLostRight && mayApprove(rules, makers, voter),
  );

/** The number of approvals that count now. */
export const countApprovals = (
  rules: Pick<ApprovalRules, 'preventSelfApproval'>,
  makers: AgentMakers,
  votes: readonly Pick<StoredVote, 'decision' | 'voter' | 'hasLostRight'>[],
): number => countedApprovals(rules, makers, votes).length;

/** Separates the votes about the price of the moment from those about earlier ones. */
export const votesByPricing = (
  votes: readonly StoredVote[],
  current: number,
): { readonly votes: readonly StoredVote[]; readonly supersededVotes: readonly StoredVote[] } => ({
  votes: votes.filter(({ pricing }) => pricing === current),
  supersededVotes: votes.filter(({ pricing }) => pricing < current),
});
