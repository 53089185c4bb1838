/** Signed operations: the first call returns what to sign, and the same call with the stamp has the result. */
import { type Document, operationIn, textOf } from '../document.ts';
import { WalletError } from './errors.ts';
import type { Executor } from './executor.ts';

/** Signs for a wallet. A `WalletSession` and the result of `autoRefreshSession` are signers. */
export interface Signer {
  /** Returns the stamp of an active session over the payload. It may ask another device. */
  stamp(payloadToSign: string): Promise<string> | string;
}

interface Challenge {
  readonly __typename: 'SignedRequestChallenge';
  readonly payloadToSign: string;
  readonly requestId: string;
}

/** The variables that `withSigner` sets. */
type Signed = 'signedRetry' | 'signature';

/** The variables of a document without types may be any. */
type Unsigned<Variables> = Variables extends object
  ? Omit<Variables, Signed> & { readonly [Name in Signed]?: never }
  : Readonly<Record<string, unknown>>;

/** The root fields of a signed operation, without the challenge. */
export type Completed<Result> = {
  [Field in keyof Result]: Exclude<Result[Field], { readonly __typename: 'SignedRequestChallenge' }>;
};

/** The options of an executor's `execute`. */
type OptionsOf<Client> = Client extends {
  execute(document: never, variables: never, options?: infer Options): unknown;
}
  ? Options
  : never;

export interface SigningExecutor<Options = never> {
  /**
   * Executes an operation, and signs it if the server asks for a signature. Domain errors are members of the result.
   *
   * The document selects `__typename`, `payloadToSign` and `requestId` of `SignedRequestChallenge`, and declares
   * `$signedRetry` (`$signature` for a quote).
   *
   * @throws WalletError SIGNED_RETRY_NOT_DECLARED, SIGNED_RETRY_NOT_ALONE, SESSION_EXPIRED
   */
  execute<Result, Variables>(
    document: Document<Result, Variables>,
    variables: Unsigned<Variables>,
    options?: Options,
  ): Promise<Completed<Result>>;
}

type Data = Readonly<Record<string, unknown>>;

function challengeIn(data: Data): Challenge | undefined {
  const isChallenge = (value: unknown): value is Challenge =>
    (value as { __typename?: unknown } | null)?.__typename === 'SignedRequestChallenge';
  const challenge = Object.values(data).find(isChallenge);
  if (!challenge) return undefined;
  if (Object.keys(data).length > 1) {
    throw new WalletError(
      'SIGNED_RETRY_NOT_ALONE',
      `A signed retry would execute the other fields again: ${Object.keys(data).join(', ')}.`,
    );
  }
  const { payloadToSign, requestId } = challenge;
  if (typeof payloadToSign !== 'string')
    throw new WalletError('SIGNED_RETRY_NOT_DECLARED', 'The document does not select payloadToSign.');
  return { __typename: 'SignedRequestChallenge', payloadToSign, requestId };
}

function retryVariables(text: string, { requestId }: Challenge, signature: string): object {
  const { variables } = operationIn(text);
  if (variables.has('signedRetry')) {
    if (typeof requestId === 'string') return { signedRetry: { requestId, signature } };
    throw new WalletError('SIGNED_RETRY_NOT_DECLARED', 'The document does not select requestId.');
  }
  if (variables.has('signature')) return { signature };
  throw new WalletError(
    'SIGNED_RETRY_NOT_DECLARED',
    'The operation needs a signature, and its document declares neither $signedRetry nor $signature.',
  );
}

const hasExpired = (data: Data): boolean =>
  Object.values(data).some(
    (value) => (value as { signatureProblem?: unknown } | null)?.signatureProblem === 'REQUEST_ID_EXPIRED',
  );

/**
 * Makes an executor that signs with the key of a session whatever operation needs it. A challenge that expires before its
 * signature arrives is requested once more.
 */
export function withSigner<Client extends Executor>(
  executor: Client,
  signer: Signer,
): SigningExecutor<OptionsOf<Client>> {
  const send = (document: unknown, variables: object, options: unknown): Promise<Data> =>
    executor.execute(document as never, variables as never, options as never) as Promise<Data>;

  async function execute(document: unknown, variables: object, options: unknown): Promise<unknown> {
    const text = textOf(document);
    const attempt = async (): Promise<Data> => {
      const first = await send(document, variables, options);
      const challenge = challengeIn(first);
      if (!challenge) return first;
      retryVariables(text, challenge, '');
      const signature = await signer.stamp(challenge.payloadToSign);
      return send(document, { ...variables, ...retryVariables(text, challenge, signature) }, options);
    };
    const data = await attempt();
    return hasExpired(data) ? attempt() : data;
  }
  return { execute: execute as unknown as SigningExecutor<OptionsOf<Client>>['execute'] };
}
