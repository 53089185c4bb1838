/** Verifications of customers (KYC and KYB). */

import { z } from 'zod';
import {
  DecideVerificationInput,
  decideVerification,
  maxProblems,
} from '../../src/customers/verifications/decide-verification.ts';
import { documentTypes } from '../../src/customers/verifications/document.ts';
import {
  countVerifications,
  findVerifications,
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
  'Where a verification stands.',
  verificationOutcomes,
  {
    READY_FOR_VERIFICATION: 'Begun, not submitted.',
    RESOLVE_ERRORS: 'Something is missing or wrong: see `errors`, then submit again.',
    IN_PROGRESS: 'Being looked at.',
    PENDING_MANUAL_REVIEW: 'A person decides.',
    APPROVED: 'Passed.',
    REJECTED: 'Failed.',
  },
);

const VerificationProblemRef = builder.objectRef<VerificationProblem>('VerificationProblem').implement({
  description: 'One thing that stands in the way of a verification.',
  fields: (t) => ({
    resourceId: t.exposeID('resourceId', {
      description: 'Whose it is: the customer, an owner or a document.',
    }),
    type: t.exposeString('type', { description: 'For example MISSING_FIELD or MISSING_IDENTITY_DOCUMENT.' }),
    reason: t.exposeString('reason', { description: 'For people. Never repeats what was given.' }),
    field: t.string({
      nullable: true,
      description: 'Dotted path in that resource, where a field is meant.',
      resolve: (problem) => problem.field ?? null,
    }),
    acceptedDocumentTypes: t.stringList({
      bound: documentTypes.length,
      nullable: true,
      description: 'Any one of these resolves it, where a document is missing.',
      resolve: (problem) => (problem.acceptedDocumentTypes ? [...problem.acceptedDocumentTypes] : null),
    }),
  }),
});

export const VerificationRef = builder.objectRef<Verification>('Verification').implement({
  description: 'The verification of a customer.',
  interfaces: [NodeRef],
  fields: (t) => ({
    verificationStatus: t.field({
      type: VerificationOutcomeEnum,
      description: 'Where it stands.',
      resolve: (verification) => verification.status,
    }),
    errors: t.field({
      type: [VerificationProblemRef],
      bound: maxOpenProblems,
      description: 'Every missing or wrong part at once; empty when APPROVED or IN_PROGRESS.',
      resolve: (verification) => [...verification.problems],
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When it began.', resolve: (v) => v.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed.',
      resolve: (v) => v.updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      description: 'Who is verified, with the kycStatus or kybStatus that results.',
      resolve: async (verification, _args, context) => {
        const customer = await customerById(context, verification.customerId);
        invariant(customer, 'the customer of a verification exists');
        return customer;
      },
    }),
  }),
});

registerNode('Verification', 'Verification', verificationById, 'VIEW');

const VerificationConnection = connectionOf('Verification', VerificationRef);

const VerificationFilter = builder.inputType('VerificationFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    customerId: t.id({ description: 'Customer:<uuid>' }),
    status: t.field({ type: VerificationOutcomeEnum, description: 'Where it stands.' }),
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
    description: 'One verification; null when there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Verification:<uuid>' }) },
    ...accepting({ id: idSchema('Verification') }, ({ id }, context) => verificationById(context, id)),
  }),
  verifications: t.field({
    type: VerificationConnection,
    authScopes: { permission: 'VIEW' },
    description: "Verifications, newest first. The reviewers' inbox: filter {status: PENDING_MANUAL_REVIEW}.",
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: VerificationFilter, description: 'What to narrow it by.' }),
    },
    ...listing('verifications', VerificationFilterInput, listVerifications, countVerifications),
  }),
}));

const SubmitVerificationArgs = builder.inputType('SubmitVerificationInput', {
  description: 'Whom to verify.',
  fields: (t) => ({ customerId: t.id({ required: true, description: 'Customer:<uuid>' }) }),
});

const VerificationProblemArgs = builder.inputType('VerificationProblemInput', {
  description: 'One thing that stands in the way.',
  fields: (t) => ({
    resourceId: t.id({ required: true, description: 'The customer, an owner or a document of it.' }),
    type: t.string({
      required: true,
      description: 'One of the published types, for example EXPIRED_DOCUMENT.',
    }),
    reason: t.string({ required: true, description: 'For people, at most 500 characters.' }),
    field: t.string({ description: 'Dotted path in that resource.' }),
    acceptedDocumentTypes: t.field({
      type: [DocumentTypeEnum],
      description: `Any one of these resolves it. At most ${maxChoices}.`,
    }),
  }),
});

const DecideVerificationArgs = builder.inputType('DecideVerificationInput', {
  description: "A person's decision.",
  fields: (t) => ({
    verificationId: t.id({
      required: true,
      description: 'Verification:<uuid> that is IN_PROGRESS or PENDING_MANUAL_REVIEW.',
    }),
    decision: t.field({
      type: VerificationOutcomeEnum,
      required: true,
      description: 'APPROVED, REJECTED, RESOLVE_ERRORS or PENDING_MANUAL_REVIEW.',
    }),
    problems: t.field({
      type: [VerificationProblemArgs],
      description: `What is to be resolved, or why it is rejected; at most ${maxProblems}. Required with RESOLVE_ERRORS.`,
    }),
    note: t.string({ description: 'Kept with the decision and shown to nobody; at most 1000 characters.' }),
  }),
});

builder.mutationFields((t) => ({
  submitVerification: t.errorUnionField({
    description:
      'Submits a customer for verification. Answers what is missing, or where it stands; call it again once errors are resolved.',
    authScopes: { permission: 'MANAGE' },
    args: { input: t.arg({ type: SubmitVerificationArgs, required: true, description: 'Whom.' }) },
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
      "Records an operator's decision on a verification, with the token that took it. ForbiddenError where a provider decides.",
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
