/** Which operations take a body of up to `maxLargeBodyBytes`: those whose endpoint says so, over GraphQL too. */
import { routes } from './routes/index.ts';

/** Root fields of GraphQL. */
export const largeOperations: ReadonlySet<string> = new Set(
  routes.flatMap(({ largeBody, graphql }) => (largeBody && graphql !== undefined ? [graphql] : [])),
);
