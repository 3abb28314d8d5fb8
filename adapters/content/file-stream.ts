import type { FileHandle } from "node:fs/promises";

/** How much is read at a time. */
const CHUNK_BYTES = 64 * 1024;

/**
 * A file's bytes from `start` to `end`, both included; the file is closed when they are read or nobody wants them any more.
 * Not `Readable.toWeb`, which throws where nobody can catch it when a reader on Deno breaks off.
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
