/** An account of each type in both shapes, parsed as part of an operation's input. */
import { z } from 'zod';
import type { AccountInfo } from '../../../src/accounts/external/account-info.ts';
import { graphqlAccountInfo, restAccountInfo } from '../../../src/accounts/external/account-info-input.ts';
import { isWallet } from '../../../src/accounts/external/account-type-row.ts';
import {
  type AccountType,
  accountTypeRow,
  graphqlNames,
} from '../../../src/accounts/external/account-types.ts';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { parseInput } from '../../../src/kernel/parse.ts';
import { person, samples } from './samples.ts';

export const restBody = (type: AccountType, changes: object = {}) => ({
  accountType: type,
  ...samples[type],
  ...(!isWallet(accountTypeRow(type)) && { beneficiary: { beneficiaryType: 'INDIVIDUAL', ...person } }),
  ...changes,
});
export const graphqlBody = (type: AccountType, changes: object = {}) => ({
  [graphqlNames(type).field]: {
    ...samples[type],
    ...(!isWallet(accountTypeRow(type)) && { beneficiary: { individual: person } }),
    ...changes,
  },
});
const restInput = z.object({ accountInfo: restAccountInfo });
const graphqlInput = z.object({ accountInfo: graphqlAccountInfo });
export const rest = (accountInfo: unknown) => parseInput(restInput, { accountInfo });
export const graphql = (accountInfo: unknown) => parseInput(graphqlInput, { accountInfo });

export function accepted(result: { accountInfo: AccountInfo } | InvalidInput): AccountInfo {
  if (result instanceof InvalidInput) throw result;
  return result.accountInfo;
}
export const pathsOf = (result: { accountInfo: AccountInfo } | InvalidInput): string[] =>
  result instanceof InvalidInput ? result.fields.map(({ path }) => path) : [];

/** A copy of the sample without some of its fields. */
export const without = (type: AccountType, ...names: string[]) =>
  restBody(type, Object.fromEntries(names.map((name) => [name, undefined])));
