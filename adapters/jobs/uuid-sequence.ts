/**
 * Creates a function that returns random UUIDs of version 7, each greater than the one before (RFC
 * 9562, section 6.2, method 1).
 */
export function createIdSequence(now: () => number = Date.now): () => string {
  let time = 0;
  let counter = 0;
  return () => {
    const current = now();
    if (current > time) {
      time = current;
      counter = 0;
    } else if (++counter > 0xfff) {
      time++;
      counter = 0;
    }
    const hex = time.toString(16).padStart(12, "0");
    const random = crypto.randomUUID().slice(19);
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${random}`;
  };
}
