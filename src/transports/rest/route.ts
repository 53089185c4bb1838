/**
 * The definition of a REST endpoint: its caller, its input schemas, the operation, and the view of its result. A route has
 * no business rules. It only maps the interface's names to the operation's input and the record to a response body.
 *
 * Source: docs/behaviour/conventions.md#transport.
 */
import type { z } from 'zod';
import type { Upload } from '../../customers/verifications/upload-document.ts';
import type { ResultOf } from '../../infrastructure/idempotency/once.ts';
import type { JobHandlers } from '../../infrastructure/jobs/jobs.ts';
import type { DomainError, NotFound } from '../../kernel/errors.ts';
import { type Id, type IdType, parseId } from '../../kernel/ids.ts';
import type { PaymentPreview } from '../../payments/previews/payment-preview.ts';
import type { AccessTokenPermission } from '../../platforms/access/permissions.ts';
import type {
  AccessTokenPrincipal,
  AgentPrincipal,
  PlatformCaller,
  RequiredPermission,
} from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import type { SignedRequestChallenge } from '../../wallets/signed-requests/challenge.ts';
import type { SignedRetry } from '../../wallets/signed-requests/run-signed.ts';
import type { FieldNaming, HttpError } from '../http/http-errors.ts';
import type { StreamedUpload } from '../http/streamed-body.ts';

/**
 * The credential: an API token (Basic) or an access token (Bearer) of a platform, the token of an agent (Bearer), or none.
 * An access token may call the endpoints whose permission a scope of it gives.
 */
export type CallerKind = 'platform' | 'agent' | 'anonymous';

/** The groups of endpoints in the OpenAPI description, with the description of each group. */
export const tags = {
  Platform: 'Settings and API tokens of the platform.',
  Members: 'People who work for the platform and sign in, and their sessions.',
  Customers: 'Customers of the platform, and beneficial owners of businesses.',
  Accounts:
    'Internal accounts hold money at the service. External accounts are bank accounts and wallets at other institutions.',
  'Verification and invitations':
    'Identity verification with documents, and invitations to get a UMA address.',
  Payments: 'Quotes, transfers, transactions, receiver look-ups and rates.',
  Banks: 'Accounts of the platform at banks, files, statements, deposits and reconciliation.',
  'Credentials and sessions':
    'Authentication of the holder of an embedded wallet, and sessions that sign operations.',
  Agents: 'Software that makes payments for a customer within a policy, and the approval of its actions.',
  Agent: 'Operations for agents, with the access token of the agent.',
  Sandbox: 'Simulation of external events, for example a deposit or an incoming payment.',
  Logs: 'Who changed which records, and the requests of the platform.',
} as const;

type Tag = keyof typeof tags;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The caller of a route with the permission `A`. An endpoint that changes what no access token may change gets none. */
interface Principals<A extends RequiredPermission> {
  platform: PlatformCaller | (A extends AccessTokenPermission ? AccessTokenPrincipal : never);
  agent: AgentPrincipal;
  anonymous: undefined;
}

/** The request context that a route uses. */
export interface Call<C extends CallerKind = CallerKind, A extends RequiredPermission = RequiredPermission> {
  readonly ports: Ports;
  readonly jobs: JobHandlers;
  readonly principal: Principals<A>[C];
  /** The request id and signature of a signed retry. The signature may be missing. */
  readonly retry: SignedRetry;
  /** The header Service-Wallet-Signature, with or without a request id. */
  readonly signature: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly sourceAddress: string;
}

/** A path parameter. A malformed value names no record, so the error is not found, never invalid input. */
interface PathParameter<T> {
  readonly parse: (text: string) => T | NotFound;
  /** For the OpenAPI description. */
  readonly description: string;
  readonly pattern?: string;
}

/** A path parameter with the id of a record. */
export const idIn = <T extends IdType>(
  type: T,
  Missing: new (id?: string) => NotFound,
): PathParameter<Id<T>> => ({
  parse: (text) => parseId(type, text) ?? new Missing(),
  description: `${type}:<uuid>. It can be percent-encoded.`,
});

/** A path parameter with a code that identifies a record. */
export const codeIn = <T>(
  schema: z.ZodType<T>,
  description: string,
  Missing: new () => NotFound,
): PathParameter<T> => ({
  parse: (text) => {
    const parsed = schema.safeParse(text);
    return parsed.success ? parsed.data : new Missing();
  },
  description,
});

/** A path parameter that the operation parses and validates. */
export const textIn = (description: string): PathParameter<string> => ({
  parse: (text) => text,
  description,
});

type PathParameters = Readonly<Record<string, PathParameter<unknown>>>;
type Parsed<P extends PathParameters> = {
  readonly [K in keyof P]: Exclude<ReturnType<P[K]['parse']>, NotFound>;
};

type SuccessOf<R> = Exclude<
  ResultOf<Awaited<R>>,
  DomainError | HttpError | SignedRequestChallenge | PaymentPreview
>;

/** The headers that sign a request: request id and signature, the signature alone, or the request id alone. */
type Signing = 'retry' | 'signature' | 'request-id';

interface Endpoint<
  C extends CallerKind,
  P extends PathParameters,
  Q extends z.ZodType,
  B extends z.ZodType,
  R,
  A extends RequiredPermission,
> extends FieldNaming {
  readonly method: Method;
  /** Below the base path, for example `/quotes/{quoteId}/execute`. */
  readonly path: string;
  /** Unique; the `operationId` of the OpenAPI description. */
  readonly name: string;
  readonly summary: string;
  /** The GraphQL root field of the same operation; absent when there is none. */
  readonly graphql?: string;
  readonly permission?: A;
  /** Describes further permissions that depend on the input; for the OpenAPI description. */
  readonly alsoNeeds?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Replaces `body` in the OpenAPI description. */
  readonly describedBody?: z.ZodType;
  /** The body is multipart/form-data with a `file`. */
  readonly upload?: true;
  /**
   * The body is a file that `run` reads while it arrives: a body of one of these media types, or multipart/form-data with a `file`
   * and the fields of `describedBody`. `run` gets it as `streamed`.
   */
  readonly streamedUpload?: { readonly mediaTypes: readonly string[]; readonly maxBytes: number };
  /**
   * The endpoint takes an Idempotency-Key. A replay returns the stored first response, or the current record: no copies of
   * personal data are stored, and the view of a person depends on the caller's permissions.
   */
  readonly idempotent?: 'first-response' | 'current-record';
  /** The schema of the body of a dry run, status 200. Absent if the endpoint has none. */
  readonly previews?: z.ZodType;
  readonly signing?: Signing;
  /** Completes "if …": when a request without a signature gets a challenge, status 202. Absent: always. */
  readonly challengedIf?: string;
  /** The body may have up to `maxLargeBodyBytes`. */
  readonly largeBody?: true;
  readonly status: 200 | 201 | 202 | 204 | 501;
  /** The media type of a response that is sent in parts, when `run` returns a `TextStream`. It has no schema. */
  readonly stream?: string;
  /** The media types of a file, when `run` returns a `FileDownload`. It has no schema. */
  readonly download?: readonly string[];
  /** A read that leaves an entry in the audit log. */
  readonly isDisclosure?: true;
  /** The schema of the response body; absent for 204. */
  readonly response?: z.ZodType;
  /** Error statuses in addition to those of every endpoint of its kind. */
  readonly errorStatuses?: readonly number[];
  readonly run: (
    call: Call<C, A>,
    input: {
      readonly params: Parsed<P>;
      readonly query: z.output<Q>;
      readonly body: z.output<B>;
      /** Only of an upload. */
      readonly file: Upload;
      /** Only of a streamed upload. */
      readonly streamed: StreamedUpload;
    },
  ) => R;
  readonly view?: (record: SuccessOf<R>, call: Call<C, A>) => unknown;
}

/** A route with its type parameters erased. */
export type Route = Omit<
  Endpoint<CallerKind, PathParameters, z.ZodType, z.ZodType, unknown, RequiredPermission>,
  'run' | 'view'
> & {
  readonly caller: CallerKind;
  readonly tag: Tag;
  readonly run: (
    call: Call,
    input: { params: unknown; query: unknown; body: unknown; file: unknown; streamed: unknown },
  ) => unknown;
  readonly view?: (record: unknown, call: Call) => unknown;
};

/** Returns a function that defines routes for one kind of caller and one tag. */
export const routesFor =
  <C extends CallerKind>(caller: C, tag: Tag) =>
  <
    R,
    P extends PathParameters = Record<never, never>,
    Q extends z.ZodType = z.ZodUndefined,
    B extends z.ZodType = z.ZodUndefined,
    A extends RequiredPermission = RequiredPermission,
  >(
    endpoint: Endpoint<C, P, Q, B, R, A>,
  ): Route =>
    ({ ...endpoint, caller, tag }) as unknown as Route;

/** The record, or a not-found error. A record outside the caller's scope is not found either. */
export const found = <T>(record: T | undefined, missing: () => NotFound): T | NotFound => record ?? missing();
