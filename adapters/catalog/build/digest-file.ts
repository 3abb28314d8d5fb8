import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";

const SLICE_BYTES = 1024 * 1024;

/**
 * Returns the SHA-256 of an open file in hexadecimal. Reads it in slices, which leaves time for
 * requests between them.
 */
export async function digestFile(file: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  const slice = Buffer.alloc(SLICE_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(slice, 0, slice.length, position);
    if (bytesRead === 0) return hash.digest("hex");
    hash.update(slice.subarray(0, bytesRead));
    position += bytesRead;
  }
}
