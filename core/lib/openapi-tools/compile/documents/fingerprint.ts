/**
 * A 64-bit hash as 16 hexadecimal digits, to tell versions apart. It is not cryptographic:
 * collisions can be forged.
 */
export function fingerprint(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const codeUnit = text.charCodeAt(at);
    a = Math.imul(a ^ codeUnit, 0x9e3779b1);
    b = Math.imul(b ^ codeUnit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (a >>> 0).toString(16).padStart(8, "0") + (b >>> 0).toString(16).padStart(8, "0");
}

/** A hash of six letters and digits, appended to names that are too long or taken. */
export function shortHash(text: string): string {
  return Number.parseInt(fingerprint(text).slice(0, 12), 16)
    .toString(36)
    .padStart(10, "0")
    .slice(-6);
}
