/** SQL of credentials. Revoked credentials are not found. Their sessions are. */
import { and, asc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { internalAccounts } from '../../accounts/tables.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import type { Credential } from '../credential.ts';
import { credentials, sessions } from '../tables.ts';
import type { AssertedPasskey } from './passkey.ts';

type Row = typeof credentials.$inferSelect;

function passkeyOf(row: Row) {
  const { passkeyId, passkeyPublicKey, passkeyCounter, passkeyBackupEligible, passkeyBackedUp } = row;
  invariant(
    passkeyId !== null &&
      passkeyPublicKey !== null &&
      passkeyCounter !== null &&
      passkeyBackupEligible !== null &&
      passkeyBackedUp !== null &&
      row.passkeyRpId !== null,
    'a stored passkey is whole',
  );
  return {
    credentialId: passkeyId,
    publicKey: passkeyPublicKey,
    counter: passkeyCounter,
    backupEligible: passkeyBackupEligible,
    backedUp: passkeyBackedUp,
    rpId: row.passkeyRpId,
  };
}

function toCredential(row: Row): Credential {
  const base = {
    id: idOf('AuthMethod', row.id),
    accountId: idOf('InternalAccount', row.accountId),
    nickname: row.nickname,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
  switch (row.type) {
    case 'EMAIL_OTP':
      return { ...base, type: row.type };
    case 'OAUTH':
      invariant(row.oidcIssuer !== null, 'a stored OAUTH credential names its issuer');
      return {
        ...base,
        type: row.type,
        identity: {
          iss: row.oidcIssuer,
          aud: row.oidcAudience ?? undefined,
          sub: row.oidcSubject ?? undefined,
        },
      };
    case 'PASSKEY':
      return { ...base, type: row.type, passkey: passkeyOf(row) };
  }
}

/** Not revoked, and of an account within the scope. */
const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(credentials.platformId, uuidOf(scope.platformId)),
    isNull(credentials.revokedAt),
    scope.customerId
      ? sql`exists (select from ${internalAccounts} where ${internalAccounts.id} = ${credentials.accountId}
              and ${internalAccounts.customerId} = ${uuidOf(scope.customerId)})`
      : undefined,
  );

export async function findCredentials(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'AuthMethod'>[],
): Promise<Credential[]> {
  const rows = await db
    .select()
    .from(credentials)
    .where(and(visible(scope), inArray(credentials.id, ids.map(uuidOf))));
  return rows.map(toCredential);
}

export async function findCredential(
  db: Executor,
  scope: Scope,
  id: Id<'AuthMethod'>,
): Promise<Credential | undefined> {
  const [found] = await findCredentials(db, scope, [id]);
  return found;
}

/** The credentials of several accounts in one statement, oldest first. */
export async function credentialsOfAccounts(
  db: Executor,
  scope: Scope,
  accountIds: readonly Id<'InternalAccount'>[],
): Promise<Credential[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .select()
    .from(credentials)
    .where(and(visible(scope), inArray(credentials.accountId, accountIds.map(uuidOf))))
    .orderBy(asc(credentials.id));
  return rows.map(toCredential);
}

/** The EMAIL_OTP credentials of a customer's wallets, oldest first. They use the customer's email address. */
export async function emailCredentialsOfCustomer(
  tx: Executor,
  scope: Scope,
  customerId: Id<'Customer'>,
): Promise<Credential[]> {
  const rows = await tx
    .select({ credential: credentials })
    .from(credentials)
    .innerJoin(internalAccounts, eq(internalAccounts.id, credentials.accountId))
    .where(
      and(
        visible(scope),
        eq(credentials.type, 'EMAIL_OTP'),
        eq(internalAccounts.customerId, uuidOf(customerId)),
      ),
    )
    .orderBy(asc(credentials.id));
  return rows.map(({ credential }) => toCredential(credential));
}

/** Whether an EMAIL_OTP credential of another customer of the platform has this address. */
export async function isEmailTaken(
  tx: Executor,
  platformId: Id<'Platform'>,
  customerId: Id<'Customer'>,
  email: string,
): Promise<boolean> {
  const [taken] = await tx
    .select({ id: credentials.id })
    .from(credentials)
    .innerJoin(internalAccounts, eq(internalAccounts.id, credentials.accountId))
    .where(
      and(
        visible({ platformId }),
        eq(credentials.type, 'EMAIL_OTP'),
        eq(credentials.nickname, email),
        sql`${internalAccounts.customerId} is distinct from ${uuidOf(customerId)}`,
      ),
    )
    .limit(1);
  return taken !== undefined;
}

/** Violated when another wallet of the platform has the passkey. The lock of the account prevents a second one there. */
export const passkeyConstraint = 'one_registration_of_a_passkey';

export async function insertCredential(
  tx: Executor,
  platformId: Id<'Platform'>,
  credential: Credential,
): Promise<void> {
  const passkey = credential.type === 'PASSKEY' ? credential.passkey : undefined;
  const identity = credential.type === 'OAUTH' ? credential.identity : undefined;
  await tx.insert(credentials).values({
    id: uuidOf(credential.id),
    platformId: uuidOf(platformId),
    accountId: uuidOf(credential.accountId),
    type: credential.type,
    nickname: credential.nickname,
    createdAt: credential.createdAt,
    updatedAt: credential.updatedAt,
    ...(passkey && {
      passkeyId: passkey.credentialId,
      passkeyPublicKey: passkey.publicKey,
      passkeyCounter: passkey.counter,
      passkeyBackupEligible: passkey.backupEligible,
      passkeyBackedUp: passkey.backedUp,
      passkeyRpId: passkey.rpId,
    }),
    ...(identity && {
      oidcIssuer: identity.iss,
      oidcAudience: identity.aud ?? null,
      oidcSubject: identity.sub ?? null,
    }),
  });
}

/**
 * Stores the counter of an accepted assertion. `false` when a concurrent assertion has stored the same or a higher counter.
 * An authenticator without a counter always sends 0.
 */
export async function advancePasskey(
  tx: Executor,
  id: Id<'AuthMethod'>,
  { counter, backedUp }: AssertedPasskey,
): Promise<boolean> {
  const grows = counter === 0 ? eq(credentials.passkeyCounter, 0) : lt(credentials.passkeyCounter, counter);
  const advanced = await tx
    .update(credentials)
    .set({ passkeyCounter: counter, passkeyBackedUp: backedUp })
    .where(and(eq(credentials.id, uuidOf(id)), isNull(credentials.revokedAt), grows))
    .returning({ id: credentials.id });
  return advanced.length > 0;
}

export async function markCredentialRevoked(tx: Executor, id: Id<'AuthMethod'>, at: Date): Promise<void> {
  await tx
    .update(credentials)
    .set({ revokedAt: at, updatedAt: at })
    .where(eq(credentials.id, uuidOf(id)));
}

export async function renameCredentials(
  tx: Executor,
  ids: readonly Id<'AuthMethod'>[],
  nickname: string,
  at: Date,
): Promise<void> {
  await tx
    .update(credentials)
    .set({ nickname, updatedAt: at })
    .where(inArray(credentials.id, ids.map(uuidOf)));
}

/**
 * Revokes every credential and session of a deleted customer's wallets. The wallet's lock waits for a session that is being
 * issued, so that one is revoked too.
 */
export async function endWalletAccess(tx: Executor, customerId: Id<'Customer'>, at: Date): Promise<void> {
  const wallets = sql`select ${internalAccounts.id} from ${internalAccounts}
    where ${internalAccounts.customerId} = ${uuidOf(customerId)} and ${internalAccounts.type} = 'EMBEDDED_WALLET'`;
  await tx.execute(sql`${wallets} order by ${internalAccounts.id} for no key update`);
  const revoked = { revokedAt: at, updatedAt: at };
  await tx
    .update(credentials)
    .set(revoked)
    .where(and(sql`${credentials.accountId} in (${wallets})`, isNull(credentials.revokedAt)));
  await tx
    .update(sessions)
    .set(revoked)
    .where(and(sql`${sessions.accountId} in (${wallets})`, isNull(sessions.revokedAt)));
}
