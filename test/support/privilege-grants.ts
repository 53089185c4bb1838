/** Calls that grant privileges: the records that each call needs, and all permissions that an API token needs for it. */

import { approvalEventType } from '../../src/payments/events.ts';
import type { AgentPermission } from '../../src/platforms/access/agent-permissions.ts';
import type { Permission } from '../../src/platforms/platform.ts';
import type { Rest } from './rest.ts';
import type { Service } from './service.ts';

interface World {
  readonly service: Service;
  /** A client with a token that has every permission. */
  readonly rest: Rest;
}

interface Prepared {
  readonly variables: Readonly<Record<string, unknown>>;
  /** Absent where REST has no such operation. */
  readonly rest?: { readonly method: string; readonly path: string; readonly body?: unknown };
}

export interface PrivilegeGrant {
  readonly mutation: string;
  readonly title: string;
  readonly needs: readonly Permission[];
  /** The permission of an agent that the call grants. */
  readonly grants?: AgentPermission;
  /** Creates new records for each call. */
  prepare(world: World): Promise<Prepared>;
}

/** The permissions that an API token needs for each permission of an agent, in addition to MANAGE and TRANSACT. */
const readsBy: Readonly<Record<AgentPermission, readonly Permission[]>> = {
  VIEW_TRANSACTIONS: ['VIEW'],
  CREATE_TRANSFERS: [],
  CREATE_QUOTES: ['VIEW'],
  EXECUTE_QUOTES: [],
  MANAGE_EXTERNAL_ACCOUNTS: ['VIEW'],
  SET_DEPOSIT_ACCOUNT: [],
};
const agentPermissions = Object.keys(readsBy) as AgentPermission[];
const permissionsToGrant = (...granted: AgentPermission[]): Permission[] => [
  'TRANSACT',
  'MANAGE',
  ...granted.flatMap((one) => readsBy[one]),
];

const policy = (...permissions: AgentPermission[]) => ({
  permissions,
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 1000 },
});

const customers = new WeakMap<Service, Promise<string>>();
const customerOf = ({ service, rest }: World): Promise<string> => {
  const made =
    customers.get(service) ??
    rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', currencies: ['USD'], fullName: 'Ada Lovelace' },
    }).then(({ body }) => body.id as string);
  customers.set(service, made);
  return made;
};

async function anAgent(world: World, ...permissions: AgentPermission[]): Promise<string> {
  const body = { name: 'Agent', customerId: await customerOf(world), policy: policy(...permissions) };
  return (await world.rest('POST', '/agents', { body })).body.agent.id;
}

const policyChange = (title: string, held: AgentPermission[], patch: object, needs: Permission[]) => ({
  mutation: 'updateAgentPolicy',
  title,
  needs,
  async prepare(world: World): Promise<Prepared> {
    const id = await anAgent(world, ...held);
    return {
      variables: { id, input: patch },
      rest: { method: 'PATCH', path: `/agents/${id}/policy`, body: patch },
    };
  },
});

const agentChange = (title: string, isPaused: boolean, patch: object, needs: Permission[]) => ({
  mutation: 'updateAgent',
  title,
  needs,
  async prepare(world: World): Promise<Prepared> {
    const id = await anAgent(world, 'VIEW_TRANSACTIONS');
    if (isPaused) await world.rest('PATCH', `/agents/${id}`, { body: { isPaused } });
    return { variables: { id, input: patch }, rest: { method: 'PATCH', path: `/agents/${id}`, body: patch } };
  },
});

interface Endpoint {
  readonly url: string;
  readonly eventTypes?: readonly string[];
  readonly isPaused?: boolean;
}
const [first, other] = ['http://127.0.0.1:9/first', 'http://127.0.0.1:9/other'];
const outgoingOnly = ['OUTGOING_PAYMENT.COMPLETED'];
const setEndpoints = `mutation($input: UpdatePlatformConfigInput!) { updatePlatformConfig(input: $input) { __typename } }`;

/** @param webhookEndpoint the same change over REST, which has only the address of the first endpoint. */
const endpointChange = (
  title: string,
  before: readonly Endpoint[],
  after: readonly Endpoint[],
  needs: Permission[],
  webhookEndpoint?: string | null,
): PrivilegeGrant => ({
  mutation: 'updatePlatformConfig',
  title,
  needs,
  async prepare({ service }) {
    const input = { webhookEndpoints: before };
    await service.send({ toString: () => setEndpoints } as never, { input });
    return {
      variables: { input: { webhookEndpoints: after } },
      ...(webhookEndpoint !== undefined && {
        rest: { method: 'PATCH', path: '/config', body: { webhookEndpoint } },
      }),
    };
  },
});

const rulesChange = (title: string, input: object, needs: readonly Permission[]): PrivilegeGrant => ({
  mutation: 'updateApprovalRules',
  title,
  needs,
  prepare: async () => ({
    variables: { input },
    rest: { method: 'PATCH', path: '/config/approval-rules', body: input },
  }),
});

const scopes: [string, readonly Permission[]][] = [
  ['READ', ['VIEW']],
  ['APPROVE', ['VIEW', 'TRANSACT']],
  ['WALLET', ['VIEW', 'TRANSACT', 'MANAGE']],
];

const tokenGrants: readonly Permission[][] = [
  ['VIEW'],
  ['TRANSACT'],
  ['MANAGE'],
  ['VIEW', 'TRANSACT'],
  ['VIEW', 'TRANSACT', 'MANAGE'],
];

let people = 0;
const aPerson = (roles: readonly string[]) => {
  people += 1;
  return { name: 'Ada', email: `granted-${people}@example.com`, roles };
};

const aMember = async ({ rest }: World, roles: readonly string[]): Promise<string> =>
  (await rest('POST', '/members', { body: aPerson(roles) })).body.id;

/** Roles that a caller gives, and the permissions that an API token needs for them. */
const roleGrants: readonly (readonly [roles: readonly string[], needs: readonly Permission[]])[] = [
  [['VIEW'], ['VIEW', 'MANAGE']],
  [
    ['VIEW', 'TRANSACT'],
    ['VIEW', 'TRANSACT', 'MANAGE'],
  ],
  [
    ['VIEW', 'APPROVE'],
    ['VIEW', 'TRANSACT', 'MANAGE'],
  ],
];

const memberChange = (
  title: string,
  held: readonly string[],
  patchOf: () => object,
  needs: readonly Permission[],
): PrivilegeGrant => ({
  mutation: 'updateMember',
  title,
  needs,
  async prepare(world) {
    const id = await aMember(world, held);
    const input = patchOf();
    return { variables: { id, input }, rest: { method: 'PATCH', path: `/members/${id}`, body: input } };
  },
});

export const privilegeGrants: readonly PrivilegeGrant[] = [
  ...roleGrants.map(([roles, needs]) => ({
    mutation: 'createMember',
    title: roles.join(' + '),
    needs,
    prepare: async () => ({
      variables: { input: aPerson(roles) },
      rest: { method: 'POST', path: '/members', body: aPerson(roles) },
    }),
  })),
  memberChange('a name', ['VIEW', 'APPROVE'], () => ({ name: 'Grace' }), ['MANAGE']),
  memberChange('fewer roles', ['VIEW', 'APPROVE'], () => ({ roles: ['VIEW'] }), ['MANAGE']),
  memberChange('APPROVE', ['VIEW'], () => ({ roles: ['VIEW', 'APPROVE'] }), ['TRANSACT', 'MANAGE']),
  memberChange('the address of an approver', ['VIEW', 'APPROVE'], () => ({ email: aPerson([]).email }), [
    'VIEW',
    'TRANSACT',
    'MANAGE',
  ]),
  ...tokenGrants.map((granted) => ({
    mutation: 'createApiToken',
    title: granted.join(' + '),
    needs: ['MANAGE', ...granted] as const,
    prepare: async () => {
      const body = { name: 'made', permissions: granted };
      return { variables: { input: body }, rest: { method: 'POST', path: '/tokens', body } };
    },
  })),
  ...scopes.map(([scope, needs]) => ({
    mutation: 'createAccessToken',
    title: scope,
    needs,
    prepare: async (world: World) => ({
      variables: { input: { scopes: [scope], customerId: await customerOf(world) } },
    }),
  })),
  ...[undefined, ...agentPermissions].map((grants) => ({
    mutation: 'createAgent',
    title: grants ?? 'no permission',
    needs: permissionsToGrant(...(grants ? [grants] : [])),
    ...(grants && { grants }),
    async prepare(world: World) {
      const customerId = await customerOf(world);
      const body = { name: 'Agent', customerId, policy: policy(...(grants ? [grants] : [])) };
      return { variables: { input: body }, rest: { method: 'POST', path: '/agents', body } };
    },
  })),
  ...agentPermissions.map((grants) => ({
    ...policyChange(`adds ${grants}`, [], { permissions: [grants] }, permissionsToGrant(grants)),
    grants,
  })),
  policyChange(
    'raises a limit',
    ['VIEW_TRANSACTIONS'],
    { spendingLimits: { perTransactionLimit: 9000 } },
    permissionsToGrant(),
  ),
  policyChange('lowers a limit', [], { spendingLimits: { perTransactionLimit: 1 } }, permissionsToGrant()),
  policyChange('changes the currency', [], { spendingLimits: { currency: 'EUR' } }, permissionsToGrant()),
  policyChange(
    'leaves the permissions unchanged',
    ['VIEW_TRANSACTIONS'],
    { permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'] },
    permissionsToGrant(),
  ),
  ...agentPermissions.map((grants) => ({
    mutation: 'createDeviceCode',
    title: `of an agent with ${grants}`,
    needs: permissionsToGrant(grants),
    grants,
    async prepare(world: World) {
      const agentId = await anAgent(world, grants);
      return { variables: { agentId }, rest: { method: 'POST', path: `/agents/${agentId}/device-codes` } };
    },
  })),
  agentChange('resumes', true, { isPaused: false }, permissionsToGrant('VIEW_TRANSACTIONS')),
  agentChange('does not change whether it is paused', false, { isPaused: false, name: 'Other' }, ['MANAGE']),
  agentChange('pauses', false, { isPaused: true }, ['MANAGE']),
  agentChange('renames while paused', true, { name: 'Other' }, ['MANAGE']),
  endpointChange('adds an endpoint', [], [{ url: first }], permissionsToGrant(), first),
  endpointChange('changes an address', [{ url: first }], [{ url: other }], permissionsToGrant(), other),
  endpointChange('adds a second', [{ url: first }], [{ url: first }, { url: other }], permissionsToGrant()),
  endpointChange(
    'adds an endpoint that cannot approve payments',
    [],
    [{ url: first, eventTypes: outgoingOnly }],
    ['MANAGE'],
  ),
  endpointChange(
    'changes the address of an endpoint that cannot approve payments',
    [{ url: first, eventTypes: outgoingOnly }],
    [{ url: other, eventTypes: outgoingOnly }],
    ['MANAGE'],
    other,
  ),
  endpointChange(
    'lets an endpoint approve payments',
    [{ url: first, eventTypes: outgoingOnly }],
    [{ url: first, eventTypes: [...outgoingOnly, approvalEventType] }],
    permissionsToGrant(),
  ),
  endpointChange('resumes', [{ url: first, isPaused: true }], [{ url: first }], permissionsToGrant()),
  endpointChange('pauses', [{ url: first }], [{ url: first, isPaused: true }], ['MANAGE']),
  endpointChange('removes', [{ url: first }], [], ['MANAGE'], null),
  rulesChange('requires more approvals', { requiredApprovals: 2 }, permissionsToGrant()),
  rulesChange('requires fewer approvals', { requiredApprovals: 1 }, permissionsToGrant()),
  rulesChange('lets actions wait longer', { lateApprovalSeconds: 600 }, permissionsToGrant()),
  rulesChange('changes who is notified', { notifications: { emails: ['ada@example.com'] } }, [
    'VIEW',
    ...permissionsToGrant(),
  ]),
  endpointChange('leaves an endpoint unchanged', [{ url: first }], [{ url: first }], ['MANAGE'], first),
];
