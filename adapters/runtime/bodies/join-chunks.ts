/** Concatenates the chunks of a body. Returns a single chunk as is, without a copy. */
export function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}
