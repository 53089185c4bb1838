/** The argument by which a call is repeated with a signature. */
import { builder } from './builder.ts';

export const SignedRetryInputRef = builder.inputType('SignedRetryInput', {
  description:
    'Repeats a call that was answered with a SignedRequestChallenge, all its other arguments the same.',
  fields: (t) => ({
    requestId: t.id({ required: true, description: 'requestId of the challenge; single use.' }),
    signature: t.string({
      required: true,
      description: 'The stamp over payloadToSign (Service-Wallet-Signature).',
    }),
  }),
});
