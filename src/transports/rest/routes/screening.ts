/** Matches with sanctions lists. Source: docs/behaviour/customers.md#screening, docs/behaviour/endpoints.md#further-endpoints. */
import { z } from 'zod';
import {
  ScreeningMatchNotFound,
  screeningMatchStatuses,
} from '../../../customers/screening/screening-match.ts';
import { screeningMatchView } from '../../../customers/screening/screening-view.ts';
import { countMatches, findMatch, listMatches } from '../../../customers/screening/store.ts';
import {
  decideScreeningMatch,
  ScreeningDecisionInput,
} from '../../../customers/verifications/decide-screening-match.ts';
import { idSchema } from '../../../kernel/ids.ts';
import { oneOf, optional } from '../../../kernel/parse.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { pageOf } from '../bodies/common.ts';
import { ScreeningMatch } from '../bodies/customers.ts';
import { pageView, paging, readPage } from '../query.ts';
import { found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Verification and invitations');

const matchId = { matchId: idIn('ScreeningMatch', ScreeningMatchNotFound) };

export const screeningRoutes = [
  route({
    method: 'GET',
    path: '/screening-matches',
    name: 'listScreeningMatches',
    graphql: 'screeningMatches',
    summary: 'Matches with sanctions lists, newest first.',
    permission: 'VIEW_SCREENING',
    query: z.object({
      status: optional(oneOf(screeningMatchStatuses)).meta({ description: 'Status of the match.' }),
      customerId: optional(idSchema('Customer')).meta({
        description: 'Only matches of this customer and of its beneficial owners.',
      }),
      ...paging,
    }),
    status: 200,
    response: pageOf(ScreeningMatch),
    run: ({ ports, principal }, { query: { limit, cursor, ...filter } }) =>
      readPage(
        ports,
        'screeningMatches',
        { limit, cursor, ...filter },
        (db, page) => listMatches(db, scopeOf(principal), filter, page),
        (db) => countMatches(db, scopeOf(principal), filter),
      ),
    view: (result) => pageView(result, result.page.items.map(screeningMatchView)),
  }),
  route({
    method: 'GET',
    path: '/screening-matches/{matchId}',
    name: 'getScreeningMatch',
    summary: 'Returns one match with a sanctions list.',
    permission: 'VIEW_SCREENING',
    params: matchId,
    status: 200,
    response: ScreeningMatch,
    run: async ({ ports, principal }, { params }) =>
      found(
        await findMatch(ports.db.orm, scopeOf(principal), params.matchId),
        () => new ScreeningMatchNotFound(params.matchId),
      ),
    view: screeningMatchView,
  }),
  route({
    method: 'POST',
    path: '/screening-matches/{matchId}/decision',
    name: 'decideScreeningMatch',
    graphql: 'decideScreeningMatch',
    summary: 'Clears or confirms a match with a sanctions list. A confirmation rejects the customer.',
    permission: 'MANAGE',
    params: matchId,
    body: ScreeningDecisionInput,
    status: 200,
    response: ScreeningMatch,
    errorStatuses: [409],
    run: ({ ports, principal }, { params, body }) =>
      decideScreeningMatch(ports, principal, { ...params, ...body }),
    view: screeningMatchView,
  }),
];
