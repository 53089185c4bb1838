/** Verifications of customers (KYC and KYB). */

import { z } from 'zod';
import { maxProblems } from '../../src/customers/verifications/apply-decision.ts';
import {
  DecideVerificationInput,
  decideVerification,
} from '../../src/customers/verifications/decide-verification.ts';
import { documentTypes } from '../../src/customers/verifications/document.ts';
import {
  countVerifications,
  findVerifications,
  isWideVerificationFilter,
  listVerifications,
} from '../../src/customers/verifications/store.ts';
import {
  SubmitVerificationInput,
  submitVerification,
} from '../../src/customers/verifications/submit-verification.ts';
import {
  maxOpenProblems,
  type Verification,
  type VerificationProblem,
  verificationOutcomes,
} from '../../src/customers/verifications/verification.ts';
import { Conflict, Forbidden, InvalidInput, invariant, NotFound } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { oneOf, optional } from '../../src/kernel/parse.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, platformOf, visibleTo } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CustomerRef, customerById } from './customers.ts';
import { DocumentTypeEnum } from './documents.ts';

const verificationById = batched<Id<'Verification'>, Verification>('verificationById', async (context, ids) =>
  byId(await findVerifications(context.ports.db.orm, visibleTo(context), ids)),
);

const VerificationOutcomeEnum = describedEnum(
  'VerificationOutcome',
  'Status of a verification.',
  verificationOutcomes,
  {
    READY_FOR_VERIFICATION: 'Created but not submitted.',
    RESOLVE_ERRORS: 'Data is missing or invalid: see `errors`, then submit again.',
    IN_PROGRESS: 'The verification provider checks the data.',
    PENDING_MANUAL_REVIEW: 'A person reviews the data.',
    APPROVED: 'The customer is verified.',
    REJECTED: 'The customer is not verified.',
  },
);

const VerificationProblemRef = builder.objectRef<VerificationProblem>('VerificationProblem').implement({
  description: 'One problem that blocks a verification.',
  fields: (t) => ({
    resourceId: t.exposeID('resourceId', {
      description: 'The resource with the problem: the customer, a beneficial owner or a document.',
    }),
    type: t.exposeString('type', {
      description: 'Type of the problem, for example MISSING_FIELD or MISSING_IDENTITY_DOCUMENT.',
    }),
    reason: t.exposeString('reason', {
      description: 'Explanation for a human reader. Submitted values are never repeated.',
    }),
    field: t.string({
      nullable: true,
      description: 'Dotted path of the field in the resource, if the problem is about a field.',
      resolve: (problem) => problem.field ?? null,
    }),
    acceptedDocumentTypes: t.stringList({
      bound: documentTypes.length,
      nullable: true,
      description:
        'Document types that resolve the problem, if a document is missing. One of them is sufficient.',
      resolve: (problem) => (problem.acceptedDocumentTypes ? [...problem.acceptedDocumentTypes] : null),
    }),
  }),
});

export const VerificationRef = builder.objectRef<Verification>('Verification').implement({
  description: 'The identity verification of a customer.',
  interfaces: [NodeRef],
  fields: (t) => ({
    verificationStatus: t.field({
      type: VerificationOutcomeEnum,
      description: 'Status of the verification.',
      resolve: (verification) => verification.status,
    }),
    errors: t.field({
      type: [VerificationProblemRef],
      bound: maxOpenProblems,
      description: 'All problems that block the verification. Empty when status is APPROVED or IN_PROGRESS.',
      resolve: (verification) => [...verification.problems],
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Creation time.', resolve: (v) => v.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: (v) => v.updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      description: 'The customer being verified. Its kycStatus or kybStatus shows the result.',
      resolve: async (verification, _args, context) => {
        const customer = await customerById(context, verification.customerId);
        invariant(customer, 'the customer of a verification exists');
        return customer;
      },
    }),
  }),
});

registerNode('Verification', 'Verification', verificationById, 'VIEW');

const VerificationConnection = connectionOf('Verification', VerificationRef, { createdIn: 'verifications' });

const VerificationFilter = builder.inputType('VerificationFilter', {
  description: 'Filter for verifications. A record must match all given fields.',
  fields: (t) => ({
    customerId: t.id({ description: 'Customer:<uuid>' }),
    status: t.field({ type: VerificationOutcomeEnum, description: 'Status of the verification.' }),
  }),
});

const VerificationFilterInput = z.object({
  customerId: optional(idSchema('Customer')),
  status: optional(oneOf(verificationOutcomes)),
});

builder.queryFields((t) => ({
  verification: t.field({
    type: VerificationRef,
    nullable: true,
    authScopes: { permission: 'VIEW' },
    description: 'Returns one verification; null if the caller can see no verification with this id.',
    args: { id: t.arg.id({ required: true, description: 'Verification:<uuid>' }) },
    ...accepting({ id: idSchema('Verification') }, ({ id }, context) => verificationById(context, id)),
  }),
  verifications: t.field({
    type: VerificationConnection,
    authScopes: { permission: 'VIEW' },
    description:
      'Verifications, newest first. Use filter {status: PENDING_MANUAL_REVIEW} for the verifications that wait for a reviewer.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: VerificationFilter, description: 'Filter for the list.' }),
    },
    ...listing(
      'verifications',
      VerificationFilterInput,
      listVerifications,
      countVerifications,
      isWideVerificationFilter,
    ),
  }),
}));

const SubmitVerificationArgs = builder.inputType('SubmitVerificationInput', {
  description: 'The customer to verify.',
  fields: (t) => ({ customerId: t.id({ required: true, description: 'Customer:<uuid>' }) }),
});

const VerificationProblemArgs = builder.inputType('VerificationProblemInput', {
  description: 'One problem that blocks a verification.',
  fields: (t) => ({
    resourceId: t.id({
      required: true,
      description:
        'The resource with the problem: the customer, one of its beneficial owners or one of its documents.',
    }),
    type: t.string({
      required: true,
      description: 'Type of the problem: one of the published types, for example EXPIRED_DOCUMENT.',
    }),
    reason: t.string({
      required: true,
      description: 'Explanation for a human reader, at most 500 characters.',
    }),
    field: t.string({ description: 'Dotted path of the field in the resource.' }),
    acceptedDocumentTypes: t.field({
      type: [DocumentTypeEnum],
      description: `Document types that resolve the problem. One of them is sufficient. At most ${maxChoices}.`,
    }),
  }),
});

const DecideVerificationArgs = builder.inputType('DecideVerificationInput', {
  description: 'Decision of a reviewer about a verification.',
  fields: (t) => ({
    verificationId: t.id({
      required: true,
      description:
        'The verification, Verification:<uuid>. Its status must be IN_PROGRESS or PENDING_MANUAL_REVIEW.',
    }),
    decision: t.field({
      type: VerificationOutcomeEnum,
      required: true,
      description: 'New status: APPROVED, REJECTED, RESOLVE_ERRORS or PENDING_MANUAL_REVIEW.',
    }),
    problems: t.field({
      type: [VerificationProblemArgs],
      description: `Problems to resolve or reasons for the rejection, at most ${maxProblems}. Required with RESOLVE_ERRORS.`,
    }),
    note: t.string({
      description:
        'Internal note, at most 1000 characters. It is stored with the decision and never returned.',
    }),
  }),
});

builder.mutationFields((t) => ({
  submitVerification: t.errorUnionField({
    description:
      'Submits a customer for verification. Returns the verification with its status and the problems to resolve. Call it again after the problems are resolved.',
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: SubmitVerificationArgs, required: true, description: 'The customer to submit.' }),
    },
    types: [VerificationRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'SubmitVerificationResult',
      description: 'Result of submitVerification.',
      resolveType: () => VerificationRef,
    },
    ...accepting({ input: SubmitVerificationInput }, ({ input }, context) =>
      submitVerification(context.ports, platformOf(context), input),
    ),
  }),
  decideVerification: t.errorUnionField({
    description:
      "Records a reviewer's decision about a verification, with the token of the reviewer. Returns ForbiddenError if a verification provider decides for the platform.",
    authScopes: { permission: 'MANAGE' },
    args: { input: t.arg({ type: DecideVerificationArgs, required: true, description: 'The decision.' }) },
    types: [VerificationRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'DecideVerificationResult',
      description: 'Result of decideVerification.',
      resolveType: () => VerificationRef,
    },
    ...accepting({ input: DecideVerificationInput }, ({ input }, context) =>
      decideVerification(context.ports, platformOf(context), input),
    ),
  }),
}));
