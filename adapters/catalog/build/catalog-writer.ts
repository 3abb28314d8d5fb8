import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompiledApp } from "../../../core/lib/openapi-tools/compile/index.ts";
import type { ToolDocument } from "../../../core/lib/tool-search/index.ts";
import { packApp } from "../app-file.ts";
import { appFilePath, type Manifest } from "../format.ts";
import { type AppPart, type CatalogFigures, finishCatalog } from "./finish-catalog.ts";
import type { FindMark } from "./marks.ts";

/** Writes a new catalog beside the existing one and replaces that when the new one is complete. */
export interface CatalogWriter {
  /** The slugs of apps that this build, or an interrupted one before it, has written. */
  readonly done: ReadonlySet<string>;
  addApp(app: CompiledApp, group: AppPart["group"], source: string): Promise<void>;
  finish(
    figures: CatalogFigures,
    createIndex?: (documents: Iterable<ToolDocument>) => Uint8Array,
  ): Promise<Manifest>;
}

/**
 * Starts a catalog in `folder`, or resumes an interrupted one with the same `plan`, which is a
 * hash. Adds which apps are popular or leading, what people use them for, and their marks.
 */
export async function createCatalogWriter(
  folder: string,
  plan: string,
  {
    popular = new Set(),
    leading = new Set(),
    purposes = new Map(),
    findMark,
  }: {
    popular?: ReadonlySet<string>;
    leading?: ReadonlySet<string>;
    purposes?: ReadonlyMap<string, readonly string[]>;
    findMark?: FindMark | undefined;
  } = {},
): Promise<CatalogWriter> {
  const builtName = `built-${plan.slice(0, 12)}`;
  const buildFolder = join(folder, `.building-${plan.slice(0, 12)}`);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder))
    if (name.startsWith(".building-") && join(folder, name) !== buildFolder)
      await rm(join(folder, name), { recursive: true });
  await mkdir(join(buildFolder, "apps"), { recursive: true });
  await mkdir(join(buildFolder, "parts"), { recursive: true });
  const done = new Set(
    (await readdir(join(buildFolder, "parts")))
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -".json".length)),
  );

  return {
    done,
    async addApp(app, group, source) {
      const isPopular = popular.has(app.record.slug);
      const mark = findMark?.(app.record, isPopular);
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
      const toJsonLines = (items: readonly unknown[]) =>
        items.map((item) => `${JSON.stringify(item)}\n`).join("");
      await writeFile(
        join(buildFolder, appFilePath(slug)),
        packApp(mark ? { ...app, record: { ...app.record, mark } } : app),
      );
      await writeFile(join(buildFolder, "parts", `${slug}.cards`), toJsonLines(app.cards));
      await writeFile(
        join(buildFolder, "parts", `${slug}.documents`),
        toJsonLines(
          app.documents.map((document, index) => ({
            ...document,
            source: app.cards[index]!.document ?? from.document,
          })),
        ),
      );
      const part: AppPart = {
        entry: {
          slug,
          ...entry,
          read: `${from.origin} ${from.document}`,
          ...(purposes.has(slug) && { purposes: purposes.get(slug)! }),
          ...(isPopular && { popular: true }),
          ...(leading.has(slug) && { leading: true }),
          ...(mark !== undefined && { hasMark: true }),
        },
        group,
        source,
        license: from.license,
        documents: app.from,
      };
      // Written last, because its existence means that the other files are complete.
      await writeFile(join(buildFolder, "parts", `${slug}.json`), JSON.stringify(part));
      done.add(slug);
    },
    finish: (figures, createIndex) =>
      finishCatalog({ folder, buildFolder, builtName }, [...done].sort(), figures, createIndex),
  };
}
