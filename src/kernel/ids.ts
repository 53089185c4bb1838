/**
 * Record ids: `<Type>:<uuid>`, branded, so that an `Id<'Quote'>` cannot be passed as an `Id<'Customer'>`.
 *
 * Decision: new ids are UUIDv7, so that keyset paging on the id is paging by creation time. A transaction's id has its
 * creation time on the platform's clock, which a sandbox can move, so that its lists can be filtered by date through the id.
 *
 * Source: docs/behaviour/conventions.md#ids; RFC 9562, section 5.7.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

export const idTypes = [
  'Agent',
  'AgentAction',
  'AgentEvaluation',
  'ApiRequest',
  'AuditEntry',
  'AuthMethod',
  'BankConnection',
  'BankEntry',
  'BankFile',
  'BankPayment',
  'BankStatement',
  'BeneficialOwner',
  'Customer',
  'Delivery',
  'Document',
  'ExternalAccount',
  'InternalAccount',
  'Job',
  'LedgerEntry',
  'Lookup',
  'Member',
  'MemberPasskey',
  'MemberSession',
  'Platform',
  'PlatformConfig',
  'Quote',
  'RateSnapshot',
  'Request',
  'SandboxFault',
  'ScreeningMatch',
  'Session',
  'Token',
  'Transaction',
  'UmaProvider',
  'UnmatchedDeposit',
  'Verification',
  'Webhook',
  'WebhookEndpoint',
  'AccessToken',
] as const;
export type IdType = (typeof idTypes)[number];

export type Id<T extends IdType> = `${T}:${string}` & { readonly __id: T };

/** The pattern of a uuid in the API description. */
const hexadecimal = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is an 8-4-4-4-12 hex uuid of any version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);

export function idOf<T extends IdType>(type: T, uuid: string): Id<T> {
  return `${type}:${uuid}` as Id<T>;
}

export const uuidOf = (id: Id<IdType>): string => id.slice(id.indexOf(':') + 1);

export const typeOfId = (id: Id<IdType>): IdType => id.slice(0, id.indexOf(':')) as IdType;

/** Further prefixes that are accepted for a type. A platform id was `PlatformConfig:<uuid>` in earlier versions. */
const acceptedPrefixes: Partial<Record<IdType, readonly IdType[]>> = {
  Platform: ['Platform', 'PlatformConfig'],
};
const prefixesOf = (type: IdType): readonly IdType[] => acceptedPrefixes[type] ?? [type];

/** Parses an id of the given type. The hex digits of the uuid may be in upper or lower case. */
export function parseId<T extends IdType>(type: T, text: unknown): Id<T> | undefined {
  if (typeof text !== 'string') return undefined;
  const prefix = prefixesOf(type).find((accepted) => text.startsWith(`${accepted}:`));
  if (prefix === undefined) return undefined;
  const uuid = text.slice(prefix.length + 1);
  return isUuid(uuid) ? idOf(type, uuid.toLowerCase()) : undefined;
}

/**
 * The id of a platform's settings, which have the platform's uuid.
 *
 * Decision: REST bodies and webhooks show this id as the platform's id, because GET /config is where their clients
 * know it from.
 */
export const platformConfigId = (platformId: Id<'Platform'>): Id<'PlatformConfig'> =>
  idOf('PlatformConfig', uuidOf(platformId));

/** Parses an id of any known type, or returns `undefined`. */
export function parseAnyId(text: unknown): Id<IdType> | undefined {
  if (typeof text !== 'string') return undefined;
  const type = text.slice(0, Math.max(0, text.indexOf(':'))) as IdType;
  return idTypes.includes(type) ? parseId(type, text) : undefined;
}

/** The zod schema of an id `<Type>:<uuid>` of one of these types. */
export function idSchema<T extends IdType>(...types: [T, ...T[]]): z.ZodType<Id<T>, unknown> {
  const form = types.map((type) => `${type}:<uuid>`).join(' or ');
  return z
    .unknown()
    .transform((value, context) => {
      for (const type of types) {
        const id = parseId(type, value);
        if (id) return id;
      }
      context.addIssue({ code: 'custom', message: `must be an id of the form ${form}` });
      return z.NEVER;
    })
    .meta({
      type: 'string',
      description: form,
      pattern: `^(${types.flatMap(prefixesOf).join('|')}):${hexadecimal}$`,
    });
}

/** 48 bits of milliseconds and 74 further bits, in the layout of RFC 9562. */
function uuidv7(time: number, high12: number, tail: Buffer): string {
  tail[0] = ((tail[0] as number) & 0x3f) | 0x80;
  const stamp = time.toString(16).padStart(12, '0');
  const rest = tail.toString('hex');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${high12.toString(16).padStart(3, '0')}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

let lastMillisecond = 0;
let counter = 0;

/** A new UUIDv7. Strictly increasing within this process. */
export function newUuid(): string {
  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    counter = randomBytes(2).readUInt16BE() & 0x7ff;
  } else if (++counter > 0xfff) {
    lastMillisecond += 1;
    counter = 0;
  }
  return uuidv7(lastMillisecond, counter, randomBytes(8));
}

/**
 * New UUIDv7s with the same time, in increasing order: the rows are in the same partition of their tables.
 *
 * @param count at most 2,000.
 */
export function newUuidsAtOnce(count: number): string[] {
  const now = Date.now();
  if (now > lastMillisecond || counter + count > 0xfff) {
    lastMillisecond = Math.max(now, lastMillisecond + 1);
    counter = randomBytes(2).readUInt16BE() & 0x7ff;
  }
  return Array.from({ length: count }, () => {
    counter += 1;
    return uuidv7(lastMillisecond, counter, randomBytes(8));
  });
}

export const newId = <T extends IdType>(type: T): Id<T> => idOf(type, newUuid());

let sequence = randomBytes(3).readUIntBE(0, 3);

/**
 * A new UUIDv7 with a given time. Of two with the same time, the later one is larger (by a counter of 26 bits: 12 before
 * the variant, 14 after it).
 */
function newUuidAt(at: Date): string {
  sequence = (sequence + 1) & 0x3ff_ffff;
  const tail = randomBytes(8);
  tail.writeUInt16BE(sequence & 0x3fff);
  return uuidv7(at.getTime(), sequence >>> 14, tail);
}

/** An id with the record's creation time, so that a list can be filtered by date. */
export const newIdAt = <T extends IdType>(type: T, at: Date): Id<T> => idOf(type, newUuidAt(at));

const lastInstant = 0xffff_ffff_ffff;

function uuidsAt(at: Date, rest: string): string {
  const time = Math.min(Math.max(at.getTime(), 0), lastInstant).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest}`;
}

/** The smallest uuid with this time. */
export const earliestUuidAt = (at: Date): string => uuidsAt(at, '0000-0000-000000000000');

/** The largest uuid with this time. */
export const latestUuidAt = (at: Date): string => uuidsAt(at, 'ffff-ffff-ffffffffffff');

/** The time of a UUIDv7. */
export const timeOfUuid = (uuid: string): Date =>
  new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));

/** The time in an id of a record: its creation, on the clock that the id was made with. */
export const timeOfId = (id: Id<IdType>): Date => timeOfUuid(uuidOf(id));
