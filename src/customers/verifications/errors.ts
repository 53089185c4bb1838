/** Errors of verifications and documents. */
import { Conflict, InvalidInput, NotFound, Upstream } from '../../kernel/errors.ts';

/** The caller can see no such verification. */
export class VerificationNotFound extends NotFound {
  override readonly name = 'VerificationNotFound';
  constructor(id?: string) {
    super('VERIFICATION_NOT_FOUND', 'The verification does not exist.', id);
  }
}

/** The caller can see no such document. */
export class DocumentNotFound extends NotFound {
  override readonly name = 'DocumentNotFound';
  constructor(id?: string) {
    super('DOCUMENT_NOT_FOUND', 'The document does not exist.', id);
  }
}

/** A verification uses the document, so it cannot be changed or deleted. */
export class DocumentAlreadySubmitted extends Conflict {
  override readonly name = 'DocumentAlreadySubmitted';
  constructor() {
    super('The document was submitted to a verification and can no longer be deleted.', {
      code: 'DOCUMENT_ALREADY_SUBMITTED',
    });
  }
}

/** The uploaded file exceeds the maximum size. Status 413 over REST. */
export class DocumentTooLarge extends InvalidInput {
  override readonly name = 'DocumentTooLarge';
  constructor(maxBytes: number) {
    super([{ path: 'file', message: `must have at most ${maxBytes} bytes` }], { code: 'PAYLOAD_TOO_LARGE' });
  }

  override get httpStatus(): number {
    return 413;
  }
}

/** The verification does not wait for a decision. */
export class VerificationNotUnderReview extends Conflict {
  override readonly name = 'VerificationNotUnderReview';
  constructor() {
    super('The verification is not waiting for a decision.');
  }
}

/** No provider of hosted verification is connected. */
export class HostedVerificationUnavailable extends Upstream {
  override readonly name = 'HostedVerificationUnavailable';
  constructor() {
    super('NOT_IMPLEMENTED', 'No provider of hosted verification is connected. Use POST /verifications.');
  }

  override get httpStatus(): number {
    return 501;
  }
}

/** The link does not exist, was used, or has expired. The error does not say which. */
export class KycLinkUnusable extends NotFound {
  override readonly name = 'KycLinkUnusable';
  constructor() {
    super('REFERENCE_NOT_FOUND', 'This link is not good any more. Ask for a new one.');
  }
}
