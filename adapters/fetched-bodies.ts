export interface FetchedOptions {
  /** From one piece to the next, in milliseconds: then it breaks off. */
  readonly idleMs: number;
  /** Called once it has come to its end, or is given up. */
  readonly over: () => void;
}

const readings = new WeakMap<ReadableStream<Uint8Array>, Reading>();

/** A body that was fetched, as a stream like any other: nothing is read ahead, and whoever cancels it ends the fetch. */
export function fetchedBody(
  source: ReadableStream<Uint8Array>,
  options: FetchedOptions,
): ReadableStream<Uint8Array> {
  const reading = readingOf(source, options);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reading.next();
        for (const piece of value) controller.enqueue(piece);
        if (done) controller.close();
      },
      cancel: (reason) => reading.leave(reason),
    },
    { highWaterMark: 0 },
  );
  readings.set(body, reading);
  return body;
}

/** What Bun's server takes as a body, besides the web's: it has a sink of its own, without a queue before it. */
interface DirectSource {
  readonly type: "direct";
  pull(sink: {
    write(piece: Uint8Array): void;
    flush(wait: true): Promise<number> | number;
    close(error?: Error): void;
  }): Promise<void>;
  cancel(reason: unknown): Promise<void>;
}

/** The same body as Bun's server sends it fastest; nothing where it was not fetched, or somebody has begun to read it. */
export function directBody(
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> | undefined {
  const reading = body.locked ? undefined : readings.get(body);
  if (!reading) return undefined;
  const source: DirectSource = {
    type: "direct",
    async pull(sink) {
      for (;;) {
        const { done, value } = await reading.next();
        for (const piece of value) sink.write(piece);
        if (done) break;
        await sink.flush(true);
      }
      sink.close();
    },
    cancel: (reason) => reading.leave(reason),
  };
  return new ReadableStream(source as never);
}

interface Reading {
  next(): Promise<{ readonly done: boolean; readonly value: readonly Uint8Array[] }>;
  leave(reason: unknown): Promise<void>;
}

/** All pieces that are there, at once. */
interface BunReader extends ReadableStreamDefaultReader<Uint8Array> {
  readMany():
    | Promise<{ done: boolean; value?: readonly Uint8Array[] }>
    | { done: boolean; value?: readonly Uint8Array[] };
}

function readingOf(source: ReadableStream<Uint8Array>, { idleMs, over }: FetchedOptions): Reading {
  const reader = source.getReader() as BunReader;
  const end = () => {
    clearTimeout(timer);
    over();
  };
  const leave = async (reason: unknown): Promise<void> => {
    end();
    await reader.cancel(reason).catch(() => {});
  };
  let isIdle = false;
  const watch = () =>
    setTimeout(() => {
      isIdle = true;
      void leave(new Error("idle"));
    }, idleMs);
  // From the beginning, and after each piece: what nobody takes must end, too.
  let timer = watch();
  return {
    leave,
    async next() {
      clearTimeout(timer);
      timer = watch();
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
