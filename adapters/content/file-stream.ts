import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 64 * 1024;

/**
 * Streams a file from byte `start` to `end`, both inclusive, and closes it at the end or on
 * cancellation. `Readable.toWeb` isn't used, because on Deno it throws an uncatchable error on
 * cancellation.
 */
export function createFileStream(
  open: () => Promise<FileHandle>,
  start: number,
  end: number,
): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined;
  let offset = start;
  let isCanceled = false;
  return new ReadableStream({
    async pull(controller) {
      handle ??= await open();
      const { bytesRead, buffer } = await handle.read(
        new Uint8Array(Math.min(CHUNK_BYTES, end - offset + 1)),
        0,
        undefined,
        offset,
      );
      if (isCanceled) return handle.close();
      offset += bytesRead;
      if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
      if (bytesRead > 0 && offset <= end) return;
      await handle.close();
      controller.close();
    },
    async cancel() {
      isCanceled = true;
      await handle?.close();
    },
  });
}
