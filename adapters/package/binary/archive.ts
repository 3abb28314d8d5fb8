import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

/**
 * Packs the files of a folder: the length of a list in four bytes, the list as JSON with the path
 * and size of each file, and their bytes. The result is compressed, and the same for equal files.
 */
export function packFolder(folder: string): Uint8Array {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(folder.length + 1), bytes: readFileSync(file) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const list = Buffer.from(
    JSON.stringify(files.map(({ path, bytes }) => ({ path, size: bytes.length }))),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(list.length);
  return gzipSync(Buffer.concat([length, list, ...files.map(({ bytes }) => bytes)]), { level: 9 });
}

/** Writes the files of `packFolder` into a new folder, which only this user can read. */
export function unpackFolder(archive: Uint8Array, folder: string): void {
  const bytes = gunzipSync(archive);
  let offset = 4 + bytes.readUInt32BE(0);
  const list: { path: string; size: number }[] = JSON.parse(bytes.toString("utf8", 4, offset));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const folders = new Set<string>();
  for (const { path, size } of list) {
    const file = join(folder, path);
    if (!folders.has(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    folders.add(dirname(file));
    writeFileSync(file, bytes.subarray(offset, offset + size));
    offset += size;
  }
}
