import { existsSync } from "node:fs";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Catalogue, ToolCard, ToolRecord } from "../../core/index.ts";
import { type AppFile, unpackApp } from "./app-file.ts";
import { type AppRow, appFile, FILES, FORMAT, MANIFEST, type Manifest } from "./format.ts";

export interface FolderOptions {
  /** The most bytes of opened apps that are kept; 24 MB by default. One is always kept. */
  readonly cacheBytes?: number;
}

/** A compiled catalogue, opened; `close` lets go of its files. */
export interface OpenCatalogue extends Catalogue {
  readonly manifest: Manifest;
  close(): Promise<void>;
}

/** Tools that are kept put together, for whoever runs one again: finding and parsing it takes longer than all the rest. */
const MOST_TOOLS = 200;

/** Opens the catalogue that was compiled into a folder; undefined if there is none, or one of another form. What it has of apps is read when it is asked for. */
export async function openCatalogue(
  folder: string,
  { cacheBytes = 24 * 1024 * 1024 }: FolderOptions = {},
): Promise<OpenCatalogue | undefined> {
  if (!existsSync(join(folder, MANIFEST))) return undefined;
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as Manifest;
  if (manifest.format !== FORMAT) return undefined;
  const at = (name: string) => join(folder, manifest.folder, name);
  const rows = JSON.parse(await readFile(at(FILES.apps), "utf8")) as AppRow[];
  const places = new Map(rows.map(({ slug, first, end }) => [slug, { first, end }]));
  const apps = rows.map(({ first: _, end: _end, ...entry }) => entry);
  const offsets = offsetsIn(await readFile(at(FILES.offsets)));
  const cards = await open(at(FILES.cards));
  const tools = new Map<string, ToolRecord>();
  const opened = kept(cacheBytes, async (slug) => unpackApp(await readFile(at(appFile(slug)))));

  return {
    manifest,
    apps,
    tools: offsets.length - 1,
    app: async (slug) => (places.has(slug) ? (await opened(slug)).record : undefined),
    async tool(name) {
      const known = tools.get(name);
      if (known) return known;
      const slug = name.slice(0, Math.max(0, name.indexOf(".")));
      const tool = places.has(slug) ? (await opened(slug)).tool(name) : undefined;
      if (tool) tools.set(name, tool);
      // The one that was put together first goes.
      if (tools.size > MOST_TOOLS) tools.delete(tools.keys().next().value!);
      return tool;
    },
    cards: (numbers) => Promise.all(numbers.map((number) => cardAt(cards, offsets, number))),
    toolsOf: (slug) => places.get(slug),
    index: async () =>
      existsSync(at(FILES.index)) ? new Uint8Array(await readFile(at(FILES.index))) : undefined,
    close: () => cards.close(),
  };
}

function offsetsIn(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) =>
    view.getUint32(index * 4, true),
  );
}

async function cardAt(file: FileHandle, offsets: Uint32Array, number: number): Promise<ToolCard> {
  const start = offsets[number];
  const end = offsets[number + 1];
  if (start === undefined || end === undefined)
    throw new RangeError(
      `There is no tool of the number ${number}: there are ${offsets.length - 1}.`,
    );
  const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return JSON.parse(buffer.toString("utf8")) as ToolCard;
}

/** The apps asked for last, as many as there is room for; two that ask for one at a time wait for the same. */
function kept(
  most: number,
  read: (slug: string) => Promise<AppFile>,
): (slug: string) => Promise<AppFile> {
  const files = new Map<string, AppFile>();
  const reading = new Map<string, Promise<AppFile>>();
  let bytes = 0;
  const keep = (slug: string, file: AppFile) => {
    reading.delete(slug);
    files.set(slug, file);
    bytes += file.bytes;
    for (const [oldest, { bytes: size }] of files) {
      if (bytes <= most || files.size === 1) break;
      files.delete(oldest);
      bytes -= size;
    }
    return file;
  };
  return (slug) => {
    const known = files.get(slug);
    if (known) {
      // Asked for last, so it stays longest.
      files.delete(slug);
      files.set(slug, known);
      return Promise.resolve(known);
    }
    const pending =
      reading.get(slug) ??
      read(slug).then(
        (file) => keep(slug, file),
        (error: unknown) => {
          reading.delete(slug);
          throw error;
        },
      );
    reading.set(slug, pending);
    return pending;
  };
}
