/** Operations of faults and outcomes on request, with the selection that the commands print. */
import type { DocumentString } from '@payments-platform/client';

const serviceError = '... on ServiceError { message errorCode reason }';
const failure = `${serviceError} ... on InvalidInputError { fields { path message } }`;
const fault =
  'id kind target operation eventType tokenId remaining appliedCount delayMs retryAfterSeconds hidden createdAt expiresAt';

export interface Fault {
  readonly __typename: 'SandboxFault';
  readonly id: string;
  readonly kind: string;
  readonly target: string;
  readonly operation: string | null;
  readonly eventType: string | null;
  readonly remaining: number | null;
  readonly appliedCount: number;
  readonly expiresAt: string;
}

export const SandboxFaultDocument =
  `mutation SandboxFault($input: SandboxFaultInput!) { sandboxFault(input: $input) { __typename ... on SandboxFault { ${fault} } ${failure} } }` as DocumentString<
    { readonly sandboxFault: Fault },
    { readonly input: Readonly<Record<string, unknown>> }
  >;

export const SandboxFaultsDocument =
  `query SandboxFaults { sandboxFaults { __typename ${fault} } }` as DocumentString<
    { readonly sandboxFaults: readonly Fault[] },
    Record<never, never>
  >;

export const DeleteSandboxFaultsDocument =
  `mutation DeleteSandboxFaults { deleteSandboxFaults { __typename ... on SandboxFaultsDeleted { deletedCount } ${serviceError} } }` as DocumentString<
    {
      readonly deleteSandboxFaults: {
        readonly __typename: 'SandboxFaultsDeleted';
        readonly deletedCount: number;
      };
    },
    Record<never, never>
  >;

export const DeleteSandboxFaultDocument =
  `mutation DeleteSandboxFault($id: ID!) { deleteSandboxFault(id: $id) { __typename ... on Deleted { deletedId } ${failure} } }` as DocumentString<
    { readonly deleteSandboxFault: { readonly __typename: 'Deleted'; readonly deletedId: string } },
    { readonly id: string }
  >;
