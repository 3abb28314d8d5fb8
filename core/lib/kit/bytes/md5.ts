/** The MD5 digest of bytes (RFC 1321). Only for protocols that require it as a checksum. */
export function md5(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = ((bytes.length + 8) >> 6) * 64 + 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, (bytes.length * 8) >>> 0, true);
  view.setUint32(length - 4, Math.floor(bytes.length / 0x20000000), true);
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  for (let at = 0; at < length; at += 64) addBlock(state, view, at);
  const digest = new DataView(new ArrayBuffer(16));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word, true);
  return new Uint8Array(digest.buffer);
}

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const;
const SINES = Uint32Array.from({ length: 64 }, (_, step) =>
  Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
);

function addBlock(state: Uint32Array, view: DataView, at: number): void {
  const [initialA = 0, initialB = 0, initialC = 0, initialD = 0] = state;
  let [a, b, c, d] = [initialA, initialB, initialC, initialD];
  for (let step = 0; step < SINES.length; step += 1) {
    const round = step >> 4;
    const { mixed, word } = mix(round, step, b, c, d);
    const sum = (a + mixed + (SINES[step] ?? 0) + view.getUint32(at + word * 4, true)) | 0;
    const shift = SHIFTS[round * 4 + (step & 3)] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  state.set([initialA + a, initialB + b, initialC + c, initialD + d]);
}

function mix(round: number, step: number, b: number, c: number, d: number) {
  if (round === 0) return { mixed: (b & c) | (~b & d), word: step };
  if (round === 1) return { mixed: (d & b) | (~d & c), word: (5 * step + 1) % 16 };
  if (round === 2) return { mixed: b ^ c ^ d, word: (3 * step + 5) % 16 };
  return { mixed: c ^ (b | ~d), word: (7 * step) % 16 };
}
