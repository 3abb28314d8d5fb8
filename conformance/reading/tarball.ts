const BLOCK = 512;

/** Yields the regular files of a tar archive whose names satisfy `isWanted`, in archive order. */
export function* readTarFiles(
  tar: Buffer,
  isWanted: (name: string) => boolean,
): Generator<{ name: string; content: Buffer }> {
  let longName: string | undefined;
  for (let index = 0; index + BLOCK <= tar.length && tar[index] !== 0; ) {
    const header = tar.subarray(index, index + BLOCK);
    const size = Number.parseInt(readText(header, 124, 12), 8) || 0;
    const content = tar.subarray(index + BLOCK, index + BLOCK + size);
    const kind = String.fromCharCode(header[156]!);
    index += BLOCK + Math.ceil(size / BLOCK) * BLOCK;

    // A long name precedes its file, as a separate entry (GNU) or in a pax record.
    if (kind === "L") longName = readText(content, 0, size);
    else if (kind === "x") longName = /(?:^|\n)\d+ path=([^\n]*)/.exec(content.toString())?.[1];
    else if (kind === "0" || kind === "\0") {
      const prefix = readText(header, 345, 155);
      const name =
        longName ??
        (prefix && header.toString("latin1", 257, 263) === "ustar\0" ? `${prefix}/` : "") +
          readText(header, 0, 100);
      longName = undefined;
      if (isWanted(name)) yield { name, content };
    } else longName = undefined;
  }
}

function readText(bytes: Buffer, from: number, length: number): string {
  const field = bytes.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? length : end);
}
