/** A text that is being written. Any number of clients read it from its beginning. */
export interface SharedText {
  /** Resolves when there is something to read. Rejects if writing fails before that. */
  readonly started: Promise<void>;
  /** The whole text. Rejects if writing fails. */
  readonly text: Promise<string>;
  /** Streams what is written, and then each section as it is written. */
  stream(): ReadableStream<Uint8Array>;
}

/** Writes the sections of a text once for all its readers, whether or not someone reads it. */
export function shareText(sections: AsyncIterable<string>): SharedText {
  const written: string[] = [];
  const started = Promise.withResolvers<void>();
  let next = Promise.withResolvers<void>();
  let isComplete = false;
  const wakeReaders = () => {
    const { resolve } = next;
    next = Promise.withResolvers();
    resolve();
  };

  const write = async (): Promise<string> => {
    try {
      for await (const section of sections) {
        written.push(section);
        started.resolve();
        wakeReaders();
      }
      started.resolve();
      return written.join("");
    } catch (error) {
      started.reject(error);
      throw error;
    } finally {
      isComplete = true;
      wakeReaders();
    }
  };
  const text = write();
  // Each reader gets the failure. Without a reader, it must not end the process.
  text.catch(() => {});
  started.promise.catch(() => {});

  return {
    started: started.promise,
    text,
    stream() {
      const encoder = new TextEncoder();
      let at = 0;
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            while (at === written.length && !isComplete) await next.promise;
            if (at < written.length) return controller.enqueue(encoder.encode(written[at++]));
            // Rejects if writing failed, so that the client notices that the text is cut.
            await text;
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
    },
  };
}
