import { describe, expect, test } from 'vitest';
import { countApprovals, isMaker, type StoredVote, voterOf } from '../../../src/agents/votes/vote.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import type { AccessTokenPrincipal, PlatformPrincipal } from '../../../src/platforms/access/principal.ts';
import { now } from '../../support/agents.ts';

const token = idOf('Token', '11111111-0000-7000-8000-000000000000');
const platform = { kind: 'platform', token: { id: token, name: 'back end' } } as PlatformPrincipal;
const holder = (subject: string | undefined, digit: string) =>
  ({
    kind: 'access-token',
    accessToken: {
      id: idOf('AccessToken', `${digit.repeat(8)}-0000-7000-8000-000000000000`),
      subject,
      mintedBy: token,
    },
  }) as AccessTokenPrincipal;

describe('one voter', () => {
  test('is an API token', () => {
    expect(voterOf(platform)).toBe(token);
  });

  test('is the subject of access tokens, however many there are', () => {
    expect(voterOf(holder('grace', '2'))).toBe(voterOf(holder('grace', '3')));
    expect(voterOf(holder('grace', '2'))).not.toBe(voterOf(holder('ada', '2')));
  });

  test('is the API token that created access tokens without a subject', () => {
    expect(voterOf(holder(undefined, '2'))).toBe(token);
  });

  test('cannot be an API token by its subject', () => {
    expect(voterOf(holder(token, '2'))).not.toBe(token);
  });
});

test('approvals count of those who may approve, and of those who set up the agent only while self-approval is allowed', () => {
  const makers = { createdBy: 'a', policyChangedBy: 'b', deviceCodeBy: undefined };
  const vote = (
    voter: string,
    decision: StoredVote['decision'] = 'APPROVED',
    hasLostRight = false,
  ): StoredVote => ({
    hasLostRight,
    actor: { kind: 'API_TOKEN', id: voter, name: voter },
    voter,
    decision,
    comment: undefined,
    pricing: 0,
    createdAt: now,
  });
  const votes = [vote('a'), vote('b'), vote('c'), vote('d', 'REJECTED'), vote('e', 'APPROVED', true)];
  expect(countApprovals({ preventSelfApproval: false }, makers, votes)).toBe(3);
  expect(countApprovals({ preventSelfApproval: true }, makers, votes)).toBe(1);
  expect(isMaker({ createdBy: undefined, policyChangedBy: undefined, deviceCodeBy: undefined }, 'a')).toBe(
    false,
  );
});
