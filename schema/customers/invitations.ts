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
  'Status of an invitation.',
  invitationStatuses,
  {
    PENDING: 'The invitation can be claimed.',
    CLAIMED: 'The invitation was claimed.',
    EXPIRED: 'The invitation was not claimed in time.',
    CANCELLED: 'The platform of the inviter cancelled the invitation.',
  },
);

export const InvitationRef = builder.objectRef<Invitation>('Invitation').implement({
  description: 'An invitation by a customer. The recipient claims it with their own UMA address.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'Invitation code, 16 letters and digits. Not case-sensitive.',
    }),
    url: t.string({
      description: 'URL on which the recipient claims the invitation.',
      resolve: (invitation, _args, context) => invitationUrl(context.ports.invitationUrl, invitation.code),
    }),
    inviterUma: t.exposeString('inviterUma', { description: 'UMA address of the inviter.' }),
    inviteeUma: t.string({
      nullable: true,
      description: 'UMA address of the recipient; null until the invitation is claimed.',
      resolve: (invitation) => invitation.inviteeUma ?? null,
    }),
    firstName: t.string({
      nullable: true,
      description: 'First name of the inviter, shown to the recipient.',
      resolve: (invitation) => invitation.firstName ?? null,
    }),
    status: t.field({
      type: InvitationStatusEnum,
      description: 'Status of the invitation.',
      resolve: (invitation) => invitation.status,
    }),
    amountToSend: t.field({
      type: MoneyRef,
      nullable: true,
      description:
        'Amount shown to the recipient. It is for display only: the platform of the inviter sends it after the claim.',
      resolve: (invitation) => invitation.amountToSend ?? null,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Creation time.', resolve: (i) => i.createdAt }),
    claimedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the claim.',
      resolve: (invitation) => invitation.claimedAt ?? null,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time from which the invitation can no longer be claimed; null if it does not expire.',
      resolve: (invitation) => invitation.expiresAt ?? null,
    }),
  }),
});

const unknownCodes =
  'More than 10 unknown codes per minute from one platform or one address return RATE_LIMITED.';

builder.queryField('invitation', (t) =>
  t.field({
    type: InvitationRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: `Returns one invitation by its code, including invitations of other platforms; null if the code does not exist. ${unknownCodes}`,
    args: { code: t.arg.string({ required: true, description: 'Invitation code. Not case-sensitive.' }) },
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
  description: 'Input of createInvitation.',
  fields: (t) => ({
    inviterUma: t.string({ required: true, description: 'UMA address of the customer who invites.' }),
    firstName: t.string({ description: 'First name of the inviter, at most 100 characters.' }),
    amountToSend: t.field({
      type: 'Amount',
      description: "Amount to show, in the smallest unit of the inviter's first currency.",
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Expiry time, in the future. Omitted: the invitation does not expire.',
    }),
  }),
});

builder.mutationFields((t) => ({
  createInvitation: t.errorUnionField({
    description: 'Creates an invitation in the name of a customer.',
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: CreateInvitationArgs, required: true, description: 'The invitation to create.' }),
    },
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
    description: `Claims an invitation. The platform of the inviter receives the event INVITATION_CLAIMED. ${unknownCodes}`,
    authScopes: { permission: 'MANAGE' },
    args: {
      code: t.arg.string({ required: true, description: 'Invitation code. Not case-sensitive.' }),
      inviteeUma: t.arg.string({ required: true, description: 'UMA address of the recipient.' }),
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
    description: `Cancels a pending invitation. Only the platform that created the invitation can cancel it. ${unknownCodes}`,
    authScopes: { permission: 'MANAGE' },
    args: { code: t.arg.string({ required: true, description: 'Invitation code. Not case-sensitive.' }) },
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
