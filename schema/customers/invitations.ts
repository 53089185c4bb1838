/** UMA invitations. */
import { cancelInvitation } from '../../src/customers/invitations/cancel-invitation.ts';
import { claimInvitation } from '../../src/customers/invitations/claim-invitation.ts';
import { createInvitation } from '../../src/customers/invitations/create-invitation.ts';
import {
  ClaimInvitationInput,
  CreateInvitationInput,
  type Invitation,
  invitationCode,
  invitationStatuses,
  invitationUrl,
} from '../../src/customers/invitations/invitation.ts';
import { readInvitation } from '../../src/customers/invitations/read-invitation.ts';
import {
  Conflict,
  DomainError,
  Forbidden,
  InvalidInput,
  NotFound,
  RateLimited,
} from '../../src/kernel/errors.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { MoneyRef } from '../core/money.ts';

const InvitationStatusEnum = describedEnum(
  'InvitationStatus',
  'Where an invitation stands.',
  invitationStatuses,
  {
    PENDING: 'Can be claimed.',
    CLAIMED: 'Was claimed.',
    EXPIRED: 'Its time is over.',
    CANCELLED: 'The inviter took it back.',
  },
);

const InvitationRef = builder.objectRef<Invitation>('Invitation').implement({
  description: 'A customer invites somebody by a link, who claims it with a UMA address of their own.',
  fields: (t) => ({
    code: t.exposeString('code', { description: '16 letters and digits, in any case.' }),
    url: t.string({
      description: 'Where it can be claimed.',
      resolve: (invitation, _args, context) => invitationUrl(context.ports.invitationUrl, invitation.code),
    }),
    inviterUma: t.exposeString('inviterUma', { description: 'Who invites.' }),
    inviteeUma: t.string({
      nullable: true,
      description: 'Who claimed it; null before.',
      resolve: (invitation) => invitation.inviteeUma ?? null,
    }),
    firstName: t.string({
      nullable: true,
      description: "The inviter's first name, shown to the recipient.",
      resolve: (invitation) => invitation.firstName ?? null,
    }),
    status: t.field({
      type: InvitationStatusEnum,
      description: 'Where it stands.',
      resolve: (invitation) => invitation.status,
    }),
    amountToSend: t.field({
      type: MoneyRef,
      nullable: true,
      description: "Shown only: the inviter's platform sends it once it hears of the claim.",
      resolve: (invitation) => invitation.amountToSend ?? null,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was made.', resolve: (i) => i.createdAt }),
    claimedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was claimed.',
      resolve: (invitation) => invitation.claimedAt ?? null,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The first instant at which it can no longer be claimed; null: never.',
      resolve: (invitation) => invitation.expiresAt ?? null,
    }),
  }),
});

const unknownCodes =
  'At most 10 unknown codes a minute of one platform, and of one address; then RATE_LIMITED.';

builder.queryField('invitation', (t) =>
  t.field({
    type: InvitationRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: `One invitation by its code, also another platform's; null when there is none. ${unknownCodes}`,
    args: { code: t.arg.string({ required: true, description: 'Its code, in any case.' }) },
    ...accepting({ code: invitationCode }, async ({ code }, context) => {
      const { sourceAddress } = context;
      const { platform } = principalOf(context);
      const found = await readInvitation(context.ports, { platform, sourceAddress }, code);
      if (found instanceof RateLimited) throw found;
      return found instanceof DomainError ? null : found;
    }),
  }),
);

const CreateInvitationArgs = builder.inputType('CreateInvitationInput', {
  description: 'A new invitation.',
  fields: (t) => ({
    inviterUma: t.string({ required: true, description: 'UMA address of a customer.' }),
    firstName: t.string({ description: "The inviter's first name, at most 100 characters." }),
    amountToSend: t.field({
      type: 'Amount',
      description: "In the smallest unit of the first of the inviter's currencies.",
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'In the future; absent: never.' }),
  }),
});

builder.mutationFields((t) => ({
  createInvitation: t.errorUnionField({
    description: 'Invites somebody in the name of a customer.',
    authScopes: { permission: 'MANAGE' },
    args: { input: t.arg({ type: CreateInvitationArgs, required: true, description: 'The invitation.' }) },
    types: [InvitationRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'CreateInvitationResult',
      description: 'Result of createInvitation.',
      resolveType: () => InvitationRef,
    },
    ...accepting({ input: CreateInvitationInput }, ({ input }, context) =>
      createInvitation(context.ports, platformOf(context), input),
    ),
  }),
  claimInvitation: t.errorUnionField({
    description: `Claims an invitation; the inviter's platform is told by INVITATION_CLAIMED. ${unknownCodes}`,
    authScopes: { permission: 'MANAGE' },
    args: {
      code: t.arg.string({ required: true, description: 'Its code, in any case.' }),
      inviteeUma: t.arg.string({ required: true, description: 'UMA address of who claims it.' }),
    },
    types: [InvitationRef, InvalidInput, Forbidden, NotFound, Conflict, RateLimited],
    union: {
      name: 'ClaimInvitationResult',
      description: 'Result of claimInvitation.',
      resolveType: () => InvitationRef,
    },
    ...accepting(ClaimInvitationInput.shape, (input, context) =>
      claimInvitation(context.ports, platformOf(context), input, context.sourceAddress),
    ),
  }),
  cancelInvitation: t.errorUnionField({
    description: `Takes a pending invitation back; only the platform that made it can. ${unknownCodes}`,
    authScopes: { permission: 'MANAGE' },
    args: { code: t.arg.string({ required: true, description: 'Its code, in any case.' }) },
    types: [InvitationRef, InvalidInput, Forbidden, NotFound, Conflict, RateLimited],
    union: {
      name: 'CancelInvitationResult',
      description: 'Result of cancelInvitation.',
      resolveType: () => InvitationRef,
    },
    ...accepting({ code: invitationCode }, (input, context) =>
      cancelInvitation(context.ports, platformOf(context), input, context.sourceAddress),
    ),
  }),
}));
