/** The operations that take a body of up to `maxLargeBodyBytes`, over REST and GraphQL. Their routes declare it. */
import { routes } from './routes/index.ts';

/** Names of GraphQL root fields. */
export const largeOperations: ReadonlySet<string> = new Set(
  routes.flatMap(({ largeBody, graphql }) => (largeBody && graphql !== undefined ? [graphql] : [])),
);
