// Written by npm run schema.
import type { DocumentString } from '@payments-platform/client';
import type * as types from '../api/types.ts';

export const BasicsDocument =
  "query Basics{currencies{code decimals name}sandboxClock{now}}" as DocumentString<types.BasicsQuery, types.BasicsQueryVariables>;
