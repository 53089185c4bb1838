/** Bodies with a limit of their size. */

/** The name of the error: the bytes that were signed are lost. */
export class BodyAlreadyRead extends Error {
  override readonly name = 'BodyAlreadyRead';
  constructor() {
    super(
      'The body was read or parsed before the webhook handler, so its signature cannot be verified. Mount the handler before JSON parsers.',
    );
  }
}

/** @returns undefined if there are more bytes. Then the rest is not read. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // `for await` would call `return` of the iterator, which destroys the socket before the response.
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return joined(parts, length);
    length += value.length;
    if (length > maxBytes) return undefined;
    parts.push(value);
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
