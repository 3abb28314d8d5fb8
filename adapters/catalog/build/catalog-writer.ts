import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompiledApp } from "../../../core/lib/openapi-tools/compile/index.ts";
import type { ToolDocument } from "../../../core/lib/tool-search/index.ts";
import { packApp } from "../app-file.ts";
import { appFilePath, type Manifest } from "../format.ts";
import { createAppState } from "../levels/keys.ts";
import type { AppPart } from "./app-part.ts";
import { type CatalogFigures, finishCatalog } from "./finish-catalog.ts";
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

/** What the overlay says about apps, and their marks. */
interface AppFacts {
  readonly popular?: ReadonlySet<string>;
  readonly leading?: ReadonlySet<string>;
  readonly purposes?: ReadonlyMap<string, readonly string[]>;
  readonly findMark?: FindMark | undefined;
}

/**
 * Starts a catalog in `folder`, or resumes an interrupted one with the same `plan`, which is a
 * hash. Adds which apps are popular or leading, what people use them for, and their marks.
 */
export async function createCatalogWriter(
  folder: string,
  plan: string,
  facts: AppFacts = {},
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
      const { slug } = app.record;
      const mark = facts.findMark?.(app.record, facts.popular?.has(slug) === true);
      const part = createPart(app, { group, source }, mark, facts);
      await writeApp(buildFolder, app, part, mark);
      done.add(slug);
    },
    finish: (figures, createIndex) =>
      finishCatalog({ folder, buildFolder, builtName }, [...done].sort(), figures, createIndex),
  };
}

function createPart(
  { record, tools, cards, from: documents }: CompiledApp,
  { group, source }: Pick<AppPart, "group" | "source">,
  mark: string | undefined,
  { popular, leading, purposes }: AppFacts,
): AppPart {
  const {
    slug,
    methods: _,
    base: _base,
    baseFields: _fields,
    headers: _headers,
    docs: _docs,
    source: from,
    ...entry
  } = record;
  const purposesOfApp = purposes?.get(slug);
  return {
    entry: {
      slug,
      ...entry,
      read: `${from.origin} ${from.document}`,
      ...(purposesOfApp && { purposes: purposesOfApp }),
      ...(popular?.has(slug) && { popular: true }),
      ...(leading?.has(slug) && { leading: true }),
      ...(mark !== undefined && { hasMark: true }),
    },
    group,
    source,
    license: from.license,
    documents,
    state: createAppState(record, tools, cards),
  };
}

async function writeApp(
  buildFolder: string,
  app: CompiledApp,
  part: AppPart,
  mark: string | undefined,
): Promise<void> {
  const { slug, source } = app.record;
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
        source: app.cards[index]?.document ?? source.document,
      })),
    ),
  );
  // Written last, because its existence means that the other files are complete.
  await writeFile(join(buildFolder, "parts", `${slug}.json`), JSON.stringify(part));
}
