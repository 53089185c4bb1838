/** The value of the scalar Upload. */
import type { Upload } from '../../src/customers/verifications/upload-document.ts';

/** A file of a multipart request. The class distinguishes it from any value that a client can send in JSON. */
export class UploadedFile implements Upload {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  constructor(bytes: Uint8Array, fileName: string) {
    this.bytes = bytes;
    this.fileName = fileName;
  }
}
