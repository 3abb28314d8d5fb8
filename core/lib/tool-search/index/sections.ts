/** A section of a packed file. The reader must know the type and the order of the sections. */
export type Section = Uint8Array | Int8Array | Uint16Array | Uint32Array | Float32Array;

const HEADER = 4;

/**
 * Packs sections into one file, each aligned to four bytes. Numbers are in the byte order of the
 * machine, which is little-endian on all supported platforms.
 */
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
 * Unpacks the sections of a file. Copies the bytes only if they aren't aligned to four bytes.
 * Throws an Error if the file is of another kind, truncated or damaged. Its message is a predicate,
 * to be completed with a subject such as "The file".
 */
export function unpackSections(
  kind: number,
  count: number,
  bytes: Uint8Array,
): Uint8Array<ArrayBuffer>[] {
  if (bytes.byteLength < 4 * (HEADER + count)) throw new Error("is truncated");
  const aligned = (
    bytes.byteOffset % 4 === 0 && bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice()
  ) as Uint8Array<ArrayBuffer>;
  const data = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
  if (data[0] !== kind) throw new Error("has another format or version");
  if (data[1] !== aligned.byteLength || aligned.byteLength % 4 !== 0) {
    throw new Error(`has ${aligned.byteLength} bytes instead of ${data[1]}`);
  }
  if (data[3] !== count || checksum(data) !== data[2]) {
    throw new Error("is damaged (wrong checksum)");
  }
  let offset = 4 * (HEADER + count);
  const sections = Array.from({ length: count }, (_, section) => {
    const length = data[HEADER + section]!;
    const start = aligned.byteOffset + offset;
    offset += padded(length);
    if (offset > aligned.byteLength) throw new Error("is damaged (section out of bounds)");
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

/** Covers all 32-bit words except the checksum. Detects accidental damage, not tampering. */
function checksum(data: Uint32Array): number {
  let sum = 0x811c9dc5;
  for (let offset = 0; offset < data.length; offset++) {
    if (offset !== 2) sum = Math.imul(sum ^ data[offset]!, 0x01000193) ^ (sum >>> 15);
  }
  return sum >>> 0;
}
