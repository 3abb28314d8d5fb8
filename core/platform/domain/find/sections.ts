/** What a packed file is made of: numbers and bytes in a row, in an order that its reader knows. */
export type Section = Uint8Array | Int8Array | Uint16Array | Uint32Array | Float32Array;

const HEADER = 4;

/** Puts sections into one file, each at a multiple of four bytes; little-endian, as every machine that runs this is. */
export function packSections(kind: number, sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const start = 4 * (HEADER + sections.length);
  const size = sections.reduce((sum, { byteLength }) => sum + padded(byteLength), start);
  const bytes = new Uint8Array(size);
  const header = new Uint32Array(bytes.buffer, 0, HEADER + sections.length);
  header.set([kind, size, 0, sections.length, ...sections.map(({ byteLength }) => byteLength)]);
  let offset = start;
  for (const section of sections) {
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), offset);
    offset += padded(section.byteLength);
  }
  header[2] = checksum(new Uint32Array(bytes.buffer));
  return bytes;
}

/**
 * Takes them apart again without copying (unless the bytes lie at an odd place). Throws an Error whose message completes
 * "The file …" if it is of another kind, cut short, or changed.
 */
export function unpackSections(
  kind: number,
  count: number,
  bytes: Uint8Array,
): Uint8Array<ArrayBuffer>[] {
  if (bytes.byteLength < 4 * (HEADER + count)) throw new Error("is cut short");
  const aligned = (
    bytes.byteOffset % 4 === 0 && bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice()
  ) as Uint8Array<ArrayBuffer>;
  const data = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
  if (data[0] !== kind) throw new Error("is not of this kind or version");
  if (data[1] !== aligned.byteLength || aligned.byteLength % 4 !== 0)
    throw new Error(`has ${aligned.byteLength} bytes where ${data[1]} are to be`);
  if (data[3] !== count || checksum(data) !== data[2])
    throw new Error("is damaged: its checksum is another");
  let offset = 4 * (HEADER + count);
  const sections = Array.from({ length: count }, (_, section) => {
    const length = data[HEADER + section]!;
    const start = aligned.byteOffset + offset;
    offset += padded(length);
    if (offset > aligned.byteLength) throw new Error("is damaged: a part reaches beyond its end");
    return new Uint8Array(aligned.buffer, start, length);
  });
  return sections;
}

export const uint16 = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Uint16Array =>
  new Uint16Array(buffer, byteOffset, byteLength >> 1);
export const uint32 = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength >> 2);
export const float32 = ({
  buffer,
  byteOffset,
  byteLength,
}: Uint8Array<ArrayBuffer>): Float32Array => new Float32Array(buffer, byteOffset, byteLength >> 2);
export const int8 = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Int8Array =>
  new Int8Array(buffer, byteOffset, byteLength);

const padded = (length: number): number => (length + 3) & ~3;

/** Over everything but its own place, a word at a time: against accidents, not against malice. */
function checksum(data: Uint32Array): number {
  let sum = 0x811c9dc5;
  for (let offset = 0; offset < data.length; offset++)
    if (offset !== 2) sum = Math.imul(sum ^ data[offset]!, 0x01000193) ^ (sum >>> 15);
  return sum >>> 0;
}
