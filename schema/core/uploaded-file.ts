/** The value of the scalar Upload. */

import type { Upload } from '../../src/customers/verifications/upload-document.ts';

/** A file that came with the request. Being of this class says so: nothing that is written in JSON can be one. */
export class UploadedFile implements Upload {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  constructor(bytes: Uint8Array, fileName: string) {
    this.bytes = bytes;
    this.fileName = fileName;
  }
}
