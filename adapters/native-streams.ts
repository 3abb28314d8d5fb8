import type { Readable } from "node:stream";

const nativeStreams = new WeakMap<ReadableStream<Uint8Array>, Readable>();

/** What a web stream stands for, while nobody has begun to read it: between two of Node's own, the way over the web's costs most of a request. */
export const findNativeStream = (stream: ReadableStream<Uint8Array>): Readable | undefined =>
  stream.locked ? undefined : nativeStreams.get(stream);

/** One of Node's streams as the web's. Whoever cancels it ends the native one; nothing is read ahead. */
export function toWebStream(native: Readable): ReadableStream<Uint8Array> {
  let hasStarted = false;
  // Of a stream that nobody reads yet, the end is no error of the process.
  native.on("error", () => {});
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (hasStarted) return void native.resume();
        hasStarted = true;
        const fail = () => controller.error(native.errored ?? new Error("The body broke off."));
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
