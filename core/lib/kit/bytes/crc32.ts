const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/**
 * The CRC-32 of bytes or of an ASCII text as an unsigned number (ISO 3309, as in zip).
 */
export function crc32(data: string | Uint8Array): number {
  const isText = typeof data === "string";
  let sum = 0xffffffff;
  for (let at = 0; at < data.length; at++) {
    const byte = isText ? data.charCodeAt(at) : (data[at] ?? 0);
    sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
