/** The argument `signedRetry` of operations that a session signs. */
import { builder } from './builder.ts';

const SignedRetryInputRef = builder.inputType('SignedRetryInput', {
  description:
    'Signature for the retry of a call that returned a SignedRequestChallenge. All other arguments must be the same as in the first call.',
  fields: (t) => ({
    requestId: t.id({ required: true, description: 'requestId of the challenge. Valid for one use.' }),
    signature: t.string({
      required: true,
      description:
        'Stamp over payloadToSign, the value that REST takes in the header Service-Wallet-Signature.',
    }),
  }),
});

/** Options of the argument: `signedRetry: t.arg(signedRetryArgument)`. */
export const signedRetryArgument = {
  type: SignedRetryInputRef,
  description: 'Signature for the retry. Omit it in the first call.',
} as const;
