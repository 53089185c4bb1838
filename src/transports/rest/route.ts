/**
 * One endpoint is one row: who may call it, what it takes, the operation, and how the answer is written. A row holds
 * no rule; it spells the operation's input as the interface does and its record as the interface's body.
 *
 * Source: interface, Endpoints; gaps 1.1 and 3.
 */
import type { z } from 'zod';
import type { Upload } from '../../customers/verifications/upload-document.ts';
import type { ResultOf } from '../../infrastructure/idempotency/once.ts';
import type { JobHandlers } from '../../infrastructure/jobs/jobs.ts';
import type { DomainError, NotFound } from '../../kernel/errors.ts';
import { type Id, type IdType, parseId } from '../../kernel/ids.ts';
import type {
  AgentPrincipal,
  PlatformPrincipal,
  RequiredPermission,
} from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import type { SignedRequestChallenge } from '../../wallets/signed-requests/challenge.ts';
import type { SignedRetry } from '../../wallets/signed-requests/run-signed.ts';
import type { HttpError, Spelling } from '../http/http-errors.ts';

/** By which scheme a caller is known: Basic of the platform, Bearer of an agent, or none. */
export type Caller = 'platform' | 'agent' | 'anonymous';

/** What the endpoints are grouped by in their description, and what each group is about. */
export const tags = {
  Platform: 'Settings and API tokens of the platform.',
  Customers: 'Customers of the platform, and beneficial owners of businesses.',
  Accounts:
    'Internal accounts hold money at the service. External accounts are bank accounts and wallets at other institutions.',
  'Verification and invitations':
    'Identity verification with documents, and invitations to get a UMA address.',
  Payments: 'Quotes, transfers, transactions, receiver look-ups and rates.',
  'Credentials and sessions':
    'Authentication of the holder of an embedded wallet, and sessions that sign operations.',
  Agents: 'Software that makes payments for a customer within a policy, and the approval of its actions.',
  Agent: 'Operations for agents, with the access token of the agent.',
  Sandbox: 'Simulation of external events, for example a deposit or an incoming payment.',
} as const;

export type Tag = keyof typeof tags;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Principals {
  platform: PlatformPrincipal;
  agent: AgentPrincipal;
  anonymous: undefined;
}

/** One request, as far as a row has to know of it. */
export interface Call<C extends Caller = Caller> {
  readonly ports: Ports;
  readonly jobs: JobHandlers;
  readonly principal: Principals[C];
  /** Of a signed retry: both headers, or the request id alone. */
  readonly retry: SignedRetry;
  /** Service-Wallet-Signature, by itself. */
  readonly signature: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly sourceAddress: string;
}

/** A parameter of the path. What cannot name a record names none: it is refused as not found, never as malformed. */
export interface PathParameter<T> {
  readonly parse: (text: string) => T | NotFound;
  /** For the description of the API. */
  readonly description: string;
  readonly pattern?: string;
}

/** The id of one type of record. */
export const idIn = <T extends IdType>(
  type: T,
  Missing: new (id?: string) => NotFound,
): PathParameter<Id<T>> => ({
  parse: (text) => parseId(type, text) ?? new Missing(),
  description: `${type}:<uuid>. It can be percent-encoded.`,
});

/** A text that names a record by another thing than an id. */
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

/** A text that the operation itself parses, and refuses in its own words. */
export const textIn = (description: string): PathParameter<string> => ({
  parse: (text) => text,
  description,
});

type PathParameters = Readonly<Record<string, PathParameter<unknown>>>;
type Parsed<P extends PathParameters> = {
  readonly [K in keyof P]: Exclude<ReturnType<P[K]['parse']>, NotFound>;
};

type Recorded<R> = Exclude<ResultOf<Awaited<R>>, DomainError | HttpError | SignedRequestChallenge>;

/** How a request is signed: by a retry with both headers, by the signature alone, or with the request id alone. */
export type Signing = 'retry' | 'signature' | 'request-id';

export interface Endpoint<
  C extends Caller,
  P extends PathParameters,
  Q extends z.ZodType,
  B extends z.ZodType,
  R,
> extends Spelling {
  readonly method: Method;
  /** Below the version's segment, for example `/quotes/{quoteId}/execute`. */
  readonly path: string;
  /** Names the endpoint, once. */
  readonly name: string;
  readonly summary: string;
  /** Its root field over GraphQL; none for what REST alone has. */
  readonly graphql?: string;
  /** What the caller must be allowed. */
  readonly permission?: RequiredPermission;
  /** What it must be allowed besides, which depends on the input; for the description of the API. */
  readonly alsoNeeds?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Describes the body where the schema that parses it says less. */
  readonly describedBody?: z.ZodType;
  /** The body is multipart/form-data with a `file`. */
  readonly upload?: true;
  /**
   * Takes an Idempotency-Key. A replay is the first answer, or the record as it is now: of persons and their accounts no
   * copy is kept, and what is shown depends on who asks.
   */
  readonly idempotent?: 'first-answer' | 'record-now';
  readonly signing?: Signing;
  /** A body may be this large, in bytes. */
  readonly largeBody?: true;
  readonly status: 200 | 201 | 204 | 501;
  /** The body of the answer; none for 204. */
  readonly response?: z.ZodType;
  /** Statuses of refusals beside those that every endpoint of its kind has. */
  readonly errorStatuses?: readonly number[];
  readonly run: (
    call: Call<C>,
    input: {
      readonly params: Parsed<P>;
      readonly query: z.output<Q>;
      readonly body: z.output<B>;
      /** Only of an upload. */
      readonly file: Upload;
    },
  ) => R;
  readonly view?: (record: Recorded<R>, call: Call<C>) => unknown;
}

/** A row as the server sees it, whatever it takes. */
export type Route = Omit<Endpoint<Caller, PathParameters, z.ZodType, z.ZodType, unknown>, 'run' | 'view'> & {
  readonly caller: Caller;
  readonly tag: Tag;
  readonly run: (
    call: Call,
    input: { params: unknown; query: unknown; body: unknown; file: unknown },
  ) => unknown;
  readonly view?: (record: unknown, call: Call) => unknown;
};

/** Rows of one feature and one kind of caller. */
export const routesFor =
  <C extends Caller>(caller: C, tag: Tag) =>
  <
    R,
    P extends PathParameters = Record<never, never>,
    Q extends z.ZodType = z.ZodUndefined,
    B extends z.ZodType = z.ZodUndefined,
  >(
    endpoint: Endpoint<C, P, Q, B, R>,
  ): Route =>
    ({ ...endpoint, caller, tag }) as unknown as Route;

/** The record, or its own refusal: what is not visible does not exist. */
export const found = <T>(record: T | undefined, missing: () => NotFound): T | NotFound => record ?? missing();
