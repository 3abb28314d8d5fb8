const BLOCK = 512;

/** A file of a tar archive. */
export interface TarFile {
  readonly name: string;
  readonly content: Buffer;
}

/**
 * Streams the regular files of a tar archive for which `isWanted` returns true. Holds one file in
 * memory at a time.
 */
export async function* tarFiles(
  stream: AsyncIterable<Buffer>,
  isWanted: (name: string, size: number) => boolean,
): AsyncGenerator<TarFile> {
  const blocks = createBlockReader(stream);
  let longName: string | undefined;
  for (
    let header = await blocks.take(BLOCK);
    header && header[0] !== 0;
    header = await blocks.take(BLOCK)
  ) {
    const size = Number.parseInt(readString(header, 124, 12), 8) || 0;
    const padded = Math.ceil(size / BLOCK) * BLOCK;
    const kind = header.toString("latin1", 156, 157);
    if (kind === "L" || kind === "x") {
      // A long name precedes its file, as a separate entry (GNU) or in a pax record.
      const block = await blocks.take(padded);
      if (!block) throw new Error("The archive ends within a file.");
      const content = block.subarray(0, size);
      longName =
        kind === "L"
          ? readString(content, 0, size)
          : /(?:^|\n)\d+ path=([^\n]*)/.exec(content.toString())?.[1];
      continue;
    }
    const prefix = readString(header, 345, 155);
    const name: string =
      longName ??
      (prefix && header.toString("latin1", 257, 263) === "ustar\0" ? `${prefix}/` : "") +
        readString(header, 0, 100);
    longName = undefined;
    if ((kind === "0" || kind === "\0") && isWanted(name, size)) {
      const content = await blocks.take(padded);
      if (!content) throw new Error(`The archive ends within ${name}.`);
      yield { name, content: content.subarray(0, size) };
    } else await blocks.skip(padded);
  }
}

function readString(bytes: Buffer, from: number, length: number): string {
  const field = bytes.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? length : end);
}

/** Reads or skips a given number of bytes of a stream. */
function createBlockReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let buffer: Buffer = Buffer.alloc(0);
  const readChunk = async () => {
    const { value, done } = await chunks.next();
    return done ? undefined : value;
  };
  return {
    /** Resolves with undefined at the end of the stream. */
    async take(size: number): Promise<Buffer | undefined> {
      if (buffer.length < size) {
        const parts = [buffer];
        let length = buffer.length;
        while (length < size) {
          const chunk = await readChunk();
          if (!chunk) return undefined;
          parts.push(chunk);
          length += chunk.length;
        }
        buffer = Buffer.concat(parts, length);
      }
      const block = buffer.subarray(0, size);
      buffer = buffer.subarray(size);
      return block;
    },
    async skip(size: number): Promise<void> {
      let remaining = size;
      while (remaining > buffer.length) {
        remaining -= buffer.length;
        const chunk = await readChunk();
        buffer = chunk ?? Buffer.alloc(0);
        if (!chunk) return;
      }
      buffer = buffer.subarray(remaining);
    },
  };
}
