import type { Readable } from "node:stream";

const nativeStreams = new WeakMap<ReadableStream<Uint8Array>, Readable>();

/**
 * Returns the Node stream behind a web stream that nobody reads yet. Piping the two Node streams
 * directly is much faster, because web streams would take most of a request's time.
 */
export const findNativeStream = (stream: ReadableStream<Uint8Array>): Readable | undefined =>
  stream.locked ? undefined : nativeStreams.get(stream);

/**
 * Wraps a Node stream in a web stream. Canceling destroys the Node stream, and nothing is read
 * ahead.
 */
export function toWebStream(native: Readable): ReadableStream<Uint8Array> {
  let hasStarted = false;
  // Without a listener, an error before the first read would end the process.
  native.on("error", () => {});
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (hasStarted) return void native.resume();
        hasStarted = true;
        const fail = () =>
          controller.error(native.errored ?? new Error("The body ended unexpectedly."));
        if (native.destroyed && !native.readableEnded) return fail();
        native.on("data", (chunk: Uint8Array) => {
          controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
          native.pause();
        });
        native.once("end", () => controller.close());
        native.once("close", () => native.readableEnded || fail());
      },
      cancel() {
        native.destroy();
      },
    },
    { highWaterMark: 0 },
  );
  nativeStreams.set(stream, native);
  return stream;
}
