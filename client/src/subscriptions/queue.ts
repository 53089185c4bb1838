/** Messages that arrived and are not read yet, then the end: an error, or none. */
export interface Queue<Message> extends AsyncIterable<Message> {
  readonly length: number;
  push(message: Message): void;
  /** The first end counts. Messages that arrived before it are read first. */
  end(error?: unknown): void;
}

/** @param left is called once, when the reader stops. */
export function queueOf<Message>(left: () => void): Queue<Message> {
  const messages: Message[] = [];
  let end: { readonly error: unknown } | undefined;
  let wake: () => void = () => undefined;
  return {
    get length() {
      return messages.length;
    },
    push(message) {
      if (end) return;
      messages.push(message);
      wake();
    },
    end(error) {
      end ??= { error };
      wake();
    },
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          const message = messages.shift();
          if (message !== undefined) yield message;
          else if (end?.error) throw end.error;
          else if (end) return;
          else {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        }
      } finally {
        left();
      }
    },
  };
}
