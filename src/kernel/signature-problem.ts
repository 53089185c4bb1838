/**
 * What is wrong with a wallet signature or with the request id of a signed retry, for the developer of a client.
 *
 * A value depends only on what the client sent and on what it may read: its challenge, its sessions and their public keys. No
 * value depends on a secret, so none helps to guess one. The arguments for each value are in
 * docs/behaviour/wallets.md#problems-of-a-signed-retry.
 */
import { type ErrorDetails, Unauthorized } from './errors.ts';

export const signatureProblems = [
  'SIGNATURE_MISSING',
  'SIGNATURE_MALFORMED',
  'SIGNATURE_UNKNOWN_KEY',
  'SIGNATURE_BODY_MISMATCH',
  'REQUEST_ID_MISSING',
  'REQUEST_ID_UNKNOWN',
  'REQUEST_ID_EXPIRED',
  'REQUEST_ID_USED',
] as const;
export type SignatureProblem = (typeof signatureProblems)[number];

/** A wallet signature or a request id is not valid. */
export class SignatureRejected extends Unauthorized {
  override readonly name: string = 'SignatureRejected';
  readonly signatureProblem: SignatureProblem;

  constructor(signatureProblem: SignatureProblem, reason: string, message: string) {
    super(reason, message);
    this.signatureProblem = signatureProblem;
  }

  override get details(): ErrorDetails {
    return { ...super.details, signatureProblem: this.signatureProblem };
  }
}
