/**
 * Decompresses bytes that start with the gzip signature, and returns others unchanged. Resolves to
 * `undefined` if they are invalid or exceed `maxBytes` when decompressed.
 */
export async function gunzip(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"));
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // Decompression is lazy, so leaving the loop stops it.
    for await (const chunk of stream as ReadableStream<Uint8Array>) {
      length += chunk.byteLength;
      if (length > maxBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks, length);
}
