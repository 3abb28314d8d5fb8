/** A part of a stored response. */
export interface ResultPart {
  readonly encoding: "text" | "base64";
  readonly data: string;
  readonly next_offset: number | null;
}

/** Requests all parts of a stored response, one after another, and returns its bytes. */
export async function downloadParts(
  request: (offset: number) => Promise<ResultPart>,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const part: ResultPart = await request(offset);
    chunks.push(part.encoding === "base64" ? decodeBase64(part.data) : encodeUtf8(part.data));
    offset = part.next_offset;
  }
  const bytes = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}

const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const decodeBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
