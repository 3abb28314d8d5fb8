/** The bytes, unpacked if they are gzip by their first two; none if they are broken or unpack to over `most`. */
export async function gunzip(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"));
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // Unpacked as it is read: leaving the loop ends it.
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
