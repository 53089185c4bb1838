/** Decides which requests may have a body above the usual limit: those that only select operations with an attestation. */
import { getOperationAST } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { maxBodyBytes } from '../http/body.ts';
import { largeOperations } from '../rest/large-bodies.ts';
import type { Execution } from './execution.ts';
import { rootFields } from './public-fields.ts';

/** @param prepare parses the document. If it throws, the usual limit applies. */
export const takesLargeBody =
  (prepare: Execution['prepare']) =>
  ({ query, operationName }: GraphQLParams): boolean => {
    if (typeof query !== 'string' || query.length > maxBodyBytes) return false;
    try {
      const { document, errors } = prepare(query);
      const operation = getOperationAST(document, operationName || null);
      if (errors.length > 0 || !operation) return false;
      const fields = [...rootFields(document, operation)].filter((name) => name !== '__typename');
      return fields.length > 0 && fields.every((name) => largeOperations.has(name));
    } catch {
      return false;
    }
  };
