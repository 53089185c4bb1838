/** Screening against sanctions lists: matches, and decisions about them. */
import { z } from 'zod';
import {
  type ScreeningMatch,
  screeningMatchStatuses,
} from '../../src/customers/screening/screening-match.ts';
import { countMatches, findMatches, listMatches } from '../../src/customers/screening/store.ts';
import {
  DecideScreeningMatchInput,
  decideScreeningMatch,
} from '../../src/customers/verifications/decide-screening-match.ts';
import { Conflict, Forbidden, InvalidInput, invariant, NotFound } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { oneOf, optional } from '../../src/kernel/parse.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, platformOf, visibleTo } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CustomerRef, customerById } from './customers.ts';

const matchById = batched<Id<'ScreeningMatch'>, ScreeningMatch>('screeningMatchById', async (context, ids) =>
  byId(await findMatches(context.ports.db.orm, visibleTo(context), ids)),
);

const ScreeningMatchStatusEnum = describedEnum(
  'ScreeningMatchStatus',
  'Status of a match with a sanctions list.',
  screeningMatchStatuses,
  {
    OPEN: 'Not decided. The customer cannot be approved.',
    CLEARED: 'A person found that it is somebody else.',
    CONFIRMED: 'A person found that it is the one on the list. The customer is rejected.',
  },
);

const ScreeningMatchRef = builder.objectRef<ScreeningMatch>('ScreeningMatch').implement({
  description: 'A name of a customer or a beneficial owner that is similar to a name on a sanctions list.',
  interfaces: [NodeRef],
  fields: (t) => ({
    subjectId: t.exposeID('subjectId', {
      description:
        'Whose name matches: the customer, Customer:<uuid>, or one of its owners, BeneficialOwner:<uuid>.',
    }),
    status: t.expose('status', { type: ScreeningMatchStatusEnum, description: 'Status of the match.' }),
    score: t.exposeInt('score', { description: 'Similarity of the names, 0 to 100.' }),
    matchedName: t.exposeString('matchedName', { description: 'The name on the list.' }),
    entryId: t.exposeString('entryId', {
      description: 'The entry of the list, with its publisher, for example OFAC:36.',
    }),
    program: t.string({
      nullable: true,
      description: 'The programme or regulation that lists the entry.',
      resolve: ({ program }) => program ?? null,
    }),
    listVersion: t.exposeString('listVersion', {
      description: 'The version of the lists that gave the match last.',
    }),
    decidedBy: t.string({
      nullable: true,
      description: 'Name and id of who decided.',
      resolve: ({ decidedBy }) => decidedBy ?? null,
    }),
    comment: t.string({
      nullable: true,
      description: 'Reason of the decision.',
      resolve: ({ comment }) => comment ?? null,
    }),
    decidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the decision.',
      resolve: ({ decidedAt }) => decidedAt ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (match) => match.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: (match) => match.updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      description: 'The customer, or the business of the owner.',
      resolve: async ({ customerId }, _args, context) => {
        const customer = await customerById(context, customerId);
        invariant(customer, 'the customer of a match exists');
        return customer;
      },
    }),
  }),
});

registerNode('ScreeningMatch', 'ScreeningMatch', matchById, 'VIEW_SCREENING');

const ScreeningMatchConnection = connectionOf('ScreeningMatch', ScreeningMatchRef, {
  createdIn: 'screeningMatches',
});

const ScreeningMatchFilter = builder.inputType('ScreeningMatchFilter', {
  description: 'Filter for matches. A record must match all given fields.',
  fields: (t) => ({
    status: t.field({ type: ScreeningMatchStatusEnum, description: 'Status of the match.' }),
    customerId: t.id({
      description: 'Customer:<uuid>. Also the matches of its beneficial owners.',
    }),
  }),
});

const ScreeningMatchFilterInput = z.object({
  status: optional(oneOf(screeningMatchStatuses)),
  customerId: optional(idSchema('Customer')),
});

builder.queryField('screeningMatches', (t) =>
  t.field({
    type: ScreeningMatchConnection,
    authScopes: { permission: 'VIEW_SCREENING' },
    description:
      'Matches with sanctions lists, newest first. Use filter {status: OPEN} for the matches that wait for a person.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: ScreeningMatchFilter, description: 'Filter for the list.' }),
    },
    ...listing('screeningMatches', ScreeningMatchFilterInput, listMatches, countMatches),
  }),
);

const ScreeningDecisionEnum = describedEnum(
  'ScreeningDecision',
  'Decision about a match with a sanctions list.',
  ['CLEARED', 'CONFIRMED'],
  {
    CLEARED: 'It is somebody else.',
    CONFIRMED: 'It is the one on the list. The customer is rejected, also if it was approved before.',
  },
);

const DecideScreeningMatchArgs = builder.inputType('DecideScreeningMatchInput', {
  description: 'Decision about a match with a sanctions list.',
  fields: (t) => ({
    matchId: t.id({ required: true, description: 'ScreeningMatch:<uuid>' }),
    decision: t.field({ type: ScreeningDecisionEnum, required: true, description: 'The decision.' }),
    comment: t.string({ required: true, description: 'Reason of the decision, 1 to 1000 characters.' }),
  }),
});

builder.mutationField('decideScreeningMatch', (t) =>
  t.errorUnionField({
    description:
      'Clears or confirms a match with a sanctions list. A decision can be changed. A cleared match approves nothing.',
    authScopes: { permission: 'MANAGE' },
    args: { input: t.arg({ type: DecideScreeningMatchArgs, required: true, description: 'The decision.' }) },
    types: [ScreeningMatchRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'DecideScreeningMatchResult',
      description: 'Result of decideScreeningMatch.',
      resolveType: () => ScreeningMatchRef,
    },
    ...accepting({ input: DecideScreeningMatchInput }, ({ input }, context) =>
      decideScreeningMatch(context.ports, platformOf(context), input),
    ),
  }),
);
