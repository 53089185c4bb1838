/** All hostile cases, in an order that the seed determines. */
import { seeded } from '../faults/random.ts';
import type { Case, World } from './case.ts';
import { graphqlRequests } from './graphql-requests.ts';
import { largeFiles } from './large-files.ts';
import { rawRequests } from './raw-requests.ts';
import { restRequests } from './rest-requests.ts';
import { socketTalks } from './socket-cases.ts';

/** An endless stream of cases. The same seed and records give the same cases. */
export function* hostileCases(seed: number, world: World): Generator<Case, never> {
  const random = seeded(seed);
  const makers = {
    graphql: graphqlRequests(random.branch(), world),
    rest: restRequests(random.branch(), world),
    raw: rawRequests(random.branch(), world),
    socket: socketTalks(random.branch(), world),
    file: largeFiles(random.branch(), world),
  };
  for (;;) yield makers[random.weighted({ graphql: 580, rest: 320, raw: 40, socket: 60, file: 3 })]();
}
