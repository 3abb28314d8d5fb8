/** The bytes, unpacked if they are gzip by their first two; none if they are broken or unpack to over `most`. */
export async function unpacked(bytes: Uint8Array, most: number): Promise<Uint8Array | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"));
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    // Unpacked as it is read: leaving the loop ends it.
    for await (const piece of stream as ReadableStream<Uint8Array>) {
      length += piece.byteLength;
      if (length > most) return undefined;
      pieces.push(piece);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(pieces, length);
}
