export interface FetchedBodyOptions {
  /** From one piece to the next, in milliseconds: then it breaks off. */
  readonly idleMs: number;
  /** Called once it has come to its end, or is given up. */
  readonly onEnd: () => void;
}

const readers = new WeakMap<ReadableStream<Uint8Array>, ChunkReader>();

/** A body that was fetched, as a stream like any other: nothing is read ahead, and whoever cancels it ends the fetch. */
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

/** What Bun's server takes as a body, besides the web's: it has a sink of its own, without a queue before it. */
interface DirectSource {
  readonly type: "direct";
  pull(sink: {
    write(chunk: Uint8Array): void;
    flush(wait: true): Promise<number> | number;
    close(error?: Error): void;
  }): Promise<void>;
  cancel(reason: unknown): Promise<void>;
}

/** The same body as Bun's server sends it fastest; nothing where it was not fetched, or somebody has begun to read it. */
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

/** All pieces that are there, at once. */
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
  // From the beginning, and after each piece: what nobody takes must end, too.
  let timer = startIdleTimer();
  return {
    cancel,
    async next() {
      clearTimeout(timer);
      timer = startIdleTimer();
      try {
        const { done, value = [] } = await reader.readMany();
        if (isIdle) throw new Error("The body stopped coming.");
        if (done) end();
        return { done, value };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
