/** Work on several files of an exchange, in which the failure of one file does not stop the work on the others. */
import { FileExchangeUnavailable } from './file-exchange.ts';

export class FailuresOfFiles {
  #first: FileExchangeUnavailable | undefined;

  /** The failure to report when the work on all files is done. */
  get first(): FileExchangeUnavailable | undefined {
    return this.#first;
  }

  /**
   * Works on one file. Returns whether it succeeded.
   *
   * Errors: all but those of one file.
   */
  async attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof FileExchangeUnavailable && error.isOfOneFile)) throw error;
      this.#first ??= error;
      return false;
    }
  }
}
