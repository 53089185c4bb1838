/**
 * A match: the name of a customer or of a beneficial owner is similar to a name on a sanctions list. A person clears or confirms it.
 *
 * Decision: a decision can be changed, because people make mistakes. Each is an entry of the audit log.
 * Decision: a match is of one subject and one entry of a list. A later version of the list does not open a cleared match again, unless the
 * compared data of the subject or the matched name has changed.
 * Decision: a match stays open when a later version of the list, or another name of the customer, no longer gives it. A person decides.
 *
 * Source: docs/behaviour/customers.md#screening.
 */
import { Conflict, NotFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';

export const screeningMatchStatuses = ['OPEN', 'CLEARED', 'CONFIRMED'] as const;
export type ScreeningMatchStatus = (typeof screeningMatchStatuses)[number];

export interface ScreeningMatch {
  readonly id: Id<'ScreeningMatch'>;
  readonly platformId: Id<'Platform'>;
  readonly customerId: Id<'Customer'>;
  /** The customer itself, or the beneficial owner whose name matches. */
  readonly subjectId: Id<'Customer'> | Id<'BeneficialOwner'>;
  /** The version of the list that was screened last with this match. */
  readonly listVersion: string;
  readonly entryId: string;
  /** The name on the list. */
  readonly matchedName: string;
  readonly program: string | undefined;
  /** 0 to 100. */
  readonly score: number;
  readonly status: ScreeningMatchStatus;
  /** Name and id of who decided. */
  readonly decidedBy: string | undefined;
  readonly comment: string | undefined;
  readonly decidedAt: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What prevents an approval: a match that is not decided, or one that was confirmed. */
export type ScreeningBlock = 'OPEN' | 'CONFIRMED';

/** The caller can see no such match. */
export class ScreeningMatchNotFound extends NotFound {
  override readonly name = 'ScreeningMatchNotFound';
  constructor(id?: string) {
    super('SCREENING_MATCH_NOT_FOUND', 'The match does not exist.', id);
  }
}

/** The match has this decision already. */
export class ScreeningMatchDecided extends Conflict {
  override readonly name = 'ScreeningMatchDecided';
  constructor() {
    super('The match has this decision already.', { reason: 'Already decided so' });
  }
}

/** A customer with an open or confirmed match cannot be approved. */
export class BlockedByScreening extends Conflict {
  override readonly name = 'BlockedByScreening';
  constructor(block: ScreeningBlock) {
    super(
      block === 'OPEN'
        ? 'The customer has a match with a sanctions list that is open. Clear or confirm it first.'
        : 'The customer has a confirmed match with a sanctions list.',
      { reason: block === 'OPEN' ? 'Open screening match' : 'Confirmed screening match' },
    );
  }
}

/** The match with a decision; an error if it has this decision already. */
export function decidedMatch(
  match: ScreeningMatch,
  status: 'CLEARED' | 'CONFIRMED',
  { decidedBy, comment, at }: { readonly decidedBy: string; readonly comment: string; readonly at: Date },
): ScreeningMatch | ScreeningMatchDecided {
  if (match.status === status) return new ScreeningMatchDecided();
  return { ...match, status, decidedBy, comment, decidedAt: at, updatedAt: at };
}
