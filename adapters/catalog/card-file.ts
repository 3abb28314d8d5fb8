import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import type { ToolCard } from "../../core/lib/openapi-tools/index.ts";
import { DamagedCatalogError } from "./damaged-catalog.ts";
import { FILES, type Manifest } from "./format.ts";

/** The open file of all cards. */
interface CardFile {
  /** Reads cards by number. Rejects with a `DamagedCatalogError` if a byte of one has changed. */
  read(numbers: readonly number[]): Promise<ToolCard[]>;
  /** Rejects with a `DamagedCatalogError` if the file differs from the manifest. Reads it once. */
  verify(): Promise<void>;
  close(): Promise<void>;
}

const SLICE_BYTES = 1024 * 1024;

/** Opens the file of all cards, whose `offsets` say where each one begins. */
export async function openCardFile(
  path: string,
  offsets: Uint32Array,
  listed: Manifest["files"][number] | undefined,
): Promise<CardFile> {
  const file = await open(path).catch((cause: unknown) => {
    throw new DamagedCatalogError(`Catalog file ${FILES.cards} can't be read.`, { cause });
  });
  if ((await file.stat()).size !== listed?.bytes) {
    await file.close();
    throw changedError();
  }
  let verified: Promise<Uint32Array> | undefined;
  const readChecksums = () =>
    (verified ??= computeChecksums(file, offsets).then(({ sha256, checksums }) => {
      if (sha256 !== listed.sha256) throw changedError();
      return checksums;
    }));
  const readCard = async (number: number, checksums: Uint32Array) => {
    const start = offsets[number];
    const end = offsets[number + 1];
    if (start === undefined || end === undefined)
      throw new RangeError(
        `Tool number ${number} is out of range: the catalog has ${offsets.length - 1} tools.`,
      );
    const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
    if (crc32(buffer) !== checksums[number]) throw changedError();
    return JSON.parse(buffer.toString("utf8")) as ToolCard;
  };
  return {
    async read(numbers) {
      const checksums = await readChecksums();
      return Promise.all(numbers.map((number) => readCard(number, checksums)));
    },
    verify: async () => void (await readChecksums()),
    close: () => file.close(),
  };
}

const changedError = () =>
  new DamagedCatalogError(`Catalog file ${FILES.cards} has changed since it was compiled.`);

/**
 * Returns the SHA-256 of the file in hexadecimal, and the CRC-32 of each card. Reads the file in
 * slices, which leaves time for requests between them.
 */
async function computeChecksums(file: FileHandle, offsets: Uint32Array) {
  const hash = createHash("sha256");
  const checksums = new Uint32Array(offsets.length - 1);
  const slice = Buffer.alloc(SLICE_BYTES);
  let number = 0;
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(slice, 0, slice.length, position);
    if (bytesRead === 0) return { sha256: hash.digest("hex"), checksums };
    hash.update(slice.subarray(0, bytesRead));
    const sliceStart = position;
    const sliceEnd = sliceStart + bytesRead;
    while (number < checksums.length && position < sliceEnd) {
      const cardEnd = requireValue(offsets[number + 1], "the end of a card");
      const end = Math.min(cardEnd, sliceEnd);
      const part = slice.subarray(position - sliceStart, end - sliceStart);
      checksums[number] = crc32(part, checksums[number]);
      if (end === cardEnd) number += 1;
      position = end;
    }
    position = sliceEnd;
  }
}
