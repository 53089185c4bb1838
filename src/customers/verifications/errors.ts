/** Refusals of verifications and their documents. */
import { Conflict, InvalidInput, NotFound, Upstream } from '../../kernel/errors.ts';

/** No such verification that the caller may see. */
export class VerificationNotFound extends NotFound {
  override readonly name = 'VerificationNotFound';
  constructor(id?: string) {
    super('VERIFICATION_NOT_FOUND', 'The verification does not exist.', id);
  }
}

/** No such document that the caller may see. */
export class DocumentNotFound extends NotFound {
  override readonly name = 'DocumentNotFound';
  constructor(id?: string) {
    super('DOCUMENT_NOT_FOUND', 'The document does not exist.', id);
  }
}

/** Deletion of a document that a verification has taken up. */
export class DocumentAlreadySubmitted extends Conflict {
  override readonly name = 'DocumentAlreadySubmitted';
  constructor() {
    super('The document was submitted to a verification and can no longer be deleted.', {
      code: 'DOCUMENT_ALREADY_SUBMITTED',
    });
  }
}

/** An uploaded file above the limit. It is bad input, with the status that HTTP has for it. */
export class DocumentTooLarge extends InvalidInput {
  override readonly name = 'DocumentTooLarge';
  constructor(maxBytes: number) {
    super([{ path: 'file', message: `must have at most ${maxBytes} bytes` }], { code: 'PAYLOAD_TOO_LARGE' });
  }

  override get httpStatus(): number {
    return 413;
  }
}

/** A decision on a verification that does not wait for one. */
export class VerificationNotUnderReview extends Conflict {
  override readonly name = 'VerificationNotUnderReview';
  constructor() {
    super('The verification is not waiting for a decision.');
  }
}

/** The platform has no provider whose pages identify customers. */
export class HostedVerificationUnavailable extends Upstream {
  override readonly name = 'HostedVerificationUnavailable';
  constructor() {
    super('NOT_IMPLEMENTED', 'No provider of hosted verification is connected. Use POST /verifications.');
  }

  override get httpStatus(): number {
    return 501;
  }
}

/** The link is unknown, was used, or is past its time: which, is nobody's to know. */
export class KycLinkUnusable extends NotFound {
  override readonly name = 'KycLinkUnusable';
  constructor() {
    super('REFERENCE_NOT_FOUND', 'This link is not good any more. Ask for a new one.');
  }
}
