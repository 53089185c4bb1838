/** Who a token belongs to, and what it may do. */
import type { ViewerQuery } from '@payments-platform/client/operations';

type Viewer = NonNullable<ViewerQuery['viewer']>;

interface ViewerDescription {
  readonly kind: 'platform' | 'access token' | 'agent' | 'member';
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly mode: string | undefined;
  readonly permissions: readonly string[];
  readonly expiresAt: string | undefined;
}

export function describeViewer(viewer: Viewer): ViewerDescription {
  switch (viewer.__typename) {
    case 'Platform':
      return {
        kind: 'platform',
        id: viewer.id,
        name: viewer.name,
        mode: viewer.mode,
        permissions: viewer.permissions,
        expiresAt: undefined,
      };
    case 'AccessTokenHolder':
      return {
        kind: 'access token',
        id: viewer.platform.id,
        name: viewer.subject ?? undefined,
        mode: viewer.platform.mode,
        permissions: viewer.scopes,
        expiresAt: viewer.expiresAt,
      };
    case 'Member':
      return {
        kind: 'member',
        id: viewer.id,
        name: viewer.name,
        mode: undefined,
        permissions: viewer.roles,
        expiresAt: undefined,
      };
    default:
      return {
        kind: 'agent',
        id: viewer.id,
        name: viewer.name,
        mode: undefined,
        permissions: viewer.policy.permissions,
        expiresAt: undefined,
      };
  }
}
