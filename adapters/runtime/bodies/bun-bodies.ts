interface FetchedBodyOptions {
  /** The longest wait for the next chunk, in milliseconds. Then the body fails. */
  readonly idleMs: number;
  /** Called when the body ends, fails or is canceled. */
  readonly onEnd: () => void;
}

const readers = new WeakMap<ReadableStream<Uint8Array>, ChunkReader>();

/** Wraps a fetched body in a stream that reads nothing ahead. Canceling it cancels the fetch. */
export function createFetchedBody(
  source: ReadableStream<Uint8Array>,
  options: FetchedBodyOptions,
): ReadableStream<Uint8Array> {
  const chunks = createChunkReader(source, options);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        for (const chunk of value) controller.enqueue(chunk);
        if (done) controller.close();
      },
      cancel: (reason) => chunks.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  readers.set(body, chunks);
  return body;
}

/** Bun's direct stream, which writes to a sink without a queue. */
interface DirectSource {
  readonly type: "direct";
  pull(sink: {
    write(chunk: Uint8Array): void;
    flush(wait: true): Promise<number> | number;
    close(error?: Error): void;
  }): Promise<void>;
  cancel(reason: unknown): Promise<void>;
}

/**
 * Returns an unread fetched body as a direct stream, which Bun sends fastest. Returns undefined for
 * any other body.
 */
export function createDirectBody(
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> | undefined {
  const chunks = body.locked ? undefined : readers.get(body);
  if (!chunks) return undefined;
  const source: DirectSource = {
    type: "direct",
    async pull(sink) {
      for (;;) {
        const { done, value } = await chunks.next();
        for (const chunk of value) sink.write(chunk);
        if (done) break;
        await sink.flush(true);
      }
      sink.close();
    },
    cancel: (reason) => chunks.cancel(reason),
  };
  return new ReadableStream(source as never);
}

interface ChunkReader {
  next(): Promise<{ readonly done: boolean; readonly value: readonly Uint8Array[] }>;
  cancel(reason: unknown): Promise<void>;
}

/** Bun's reader, which also returns all available chunks at once. */
interface BunReader extends ReadableStreamDefaultReader<Uint8Array> {
  readMany():
    | Promise<{ done: boolean; value?: readonly Uint8Array[] }>
    | { done: boolean; value?: readonly Uint8Array[] };
}

function createChunkReader(
  source: ReadableStream<Uint8Array>,
  { idleMs, onEnd }: FetchedBodyOptions,
): ChunkReader {
  const reader = source.getReader() as BunReader;
  const end = () => {
    clearTimeout(timer);
    onEnd();
  };
  const cancel = async (reason: unknown): Promise<void> => {
    end();
    await reader.cancel(reason).catch(() => {});
  };
  let isIdle = false;
  const startIdleTimer = () =>
    setTimeout(() => {
      isIdle = true;
      void cancel(new Error("idle"));
    }, idleMs);
  // The timer also runs before the first read, so that an unread body ends, too.
  let timer = startIdleTimer();
  return {
    cancel,
    async next() {
      clearTimeout(timer);
      timer = startIdleTimer();
      try {
        const { done, value = [] } = await reader.readMany();
        if (isIdle) throw new Error("The body timed out.");
        if (done) end();
        return { done, value };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
