import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AppEntry, CompiledApp, ToolDocument } from "../../core/index.ts";
import { packApp } from "./app-file.ts";
import { finish } from "./finish.ts";
import { appFile, type Manifest } from "./format.ts";
import type { Group } from "./vendors.ts";

/** What is kept of an app that has been written, until all are. */
export interface Part {
  readonly entry: AppEntry;
  readonly group: Group | "mcp";
  readonly source: string;
  readonly licence?: string | undefined;
  readonly documents: number;
}

/** Writes a catalogue beside the one that is there, and puts it in its place when it is whole. */
export interface Writer {
  /** The apps that an earlier build, which was broken off, has written already. */
  readonly done: ReadonlySet<string>;
  app(app: CompiledApp, group: Part["group"], source: string): Promise<void>;
  finish(
    figures: Figures,
    indexOf?: (documents: Iterable<ToolDocument>) => Uint8Array,
  ): Promise<Manifest>;
}

/** What a build knows of itself when its apps are written. */
export interface Figures {
  readonly sources: Manifest["sources"];
  readonly left: readonly { readonly document: string; readonly why: string }[];
  readonly reasons: Manifest["left"];
  readonly started: number;
  /** Also writes `documents.jsonl`, which is what an index is built of. */
  readonly withDocuments?: boolean | undefined;
}

/** Begins a catalogue in `folder`, or goes on with one that was planned exactly so: `plan` is a hash of it. Which apps are popular is written down with them. */
export async function beginCatalogue(
  folder: string,
  plan: string,
  popular: ReadonlySet<string> = new Set(),
): Promise<Writer> {
  const built = `built-${plan.slice(0, 12)}`;
  const building = join(folder, `.building-${plan.slice(0, 12)}`);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder))
    if (name.startsWith(".building-") && join(folder, name) !== building)
      await rm(join(folder, name), { recursive: true });
  await mkdir(join(building, "apps"), { recursive: true });
  await mkdir(join(building, "parts"), { recursive: true });
  const done = new Set(
    (await readdir(join(building, "parts")))
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -".json".length)),
  );

  return {
    done,
    async app(app, group, source) {
      const {
        slug,
        methods: _,
        base: _base,
        baseFields: _fields,
        headers: _headers,
        docs: _docs,
        source: from,
        ...entry
      } = app.record;
      const lines = (of: readonly unknown[]) =>
        of.map((one) => `${JSON.stringify(one)}\n`).join("");
      await writeFile(join(building, appFile(slug)), packApp(app));
      await writeFile(join(building, "parts", `${slug}.cards`), lines(app.cards));
      await writeFile(
        join(building, "parts", `${slug}.documents`),
        lines(
          app.documents.map((document, index) => ({
            ...document,
            source: app.cards[index]!.document ?? from.document,
          })),
        ),
      );
      const part: Part = {
        entry: {
          slug,
          ...entry,
          read: `${from.origin} ${from.document}`,
          ...(popular.has(slug) && { popular: true }),
        },
        group,
        source,
        licence: from.licence,
        documents: app.from,
      };
      // Last, since it says that the others are whole.
      await writeFile(join(building, "parts", `${slug}.json`), JSON.stringify(part));
      done.add(slug);
    },
    finish: (figures, indexOf) =>
      finish({ folder, building, built }, [...done].sort(), figures, indexOf),
  };
}
