/** A growing byte buffer that encodes numbers as LEB128, with seven bits per byte. */
interface NumberWriter {
  readonly length: number;
  number(value: number): void;
  byte(value: number): void;
  bytes(): Uint8Array;
}

export function createNumberWriter(): NumberWriter {
  let bytes = new Uint8Array(1 << 16);
  let length = 0;
  const byte = (value: number) => {
    if (length === bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
    bytes[length++] = value;
  };
  return {
    get length() {
      return length;
    },
    byte,
    number(value) {
      for (; value > 127; value >>>= 7) byte((value & 127) | 128);
      byte(value);
    },
    bytes: () => bytes.subarray(0, length),
  };
}

/** Decodes the LEB128 numbers between two offsets. */
export function readNumbers(bytes: Uint8Array, start: number, end: number): number[] {
  const numbers: number[] = [];
  for (let offset = start; offset < end; ) {
    let value = 0;
    let shift = 0;
    let byte = 0;
    do {
      byte = bytes[offset++]!;
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    numbers.push(value);
  }
  return numbers;
}
