/** Pieces as one. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

/** All bytes of a stream; throws what `tooMany` makes as soon as there are more than `most`. */
export async function collected(
  stream: ReadableStream<Uint8Array>,
  most: number,
  tooMany: () => Error,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    length += piece.byteLength;
    if (length > most) throw tooMany();
    pieces.push(piece);
  }
  return joined(pieces);
}
