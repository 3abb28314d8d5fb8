import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AppEntry } from "../../core/lib/openapi-tools/index.ts";
import type { Catalog } from "../../core/ports/catalog.ts";
import { parseMark } from "./mark-file.ts";
import { delegateCatalog } from "./own-apps/delegate-catalog.ts";

const MAX_FILE_BYTES = 64 * 1024;

/** The operator's own marks by app slug, as SVG path data. */
type OwnMarks = ReadonlyMap<string, string>;

/**
 * Reads the operator's own marks: `<slug>.svg` in `folder`, which need not exist. Logs files that
 * aren't marks.
 */
export function readOwnMarks(folder: string, log: (message: string) => void): OwnMarks {
  const marks = new Map<string, string>();
  if (!existsSync(folder)) return marks;
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith(".svg")) continue;
    const file = join(folder, name);
    const mark =
      statSync(file).size <= MAX_FILE_BYTES ? parseMark(readFileSync(file, "utf8")) : undefined;
    if (mark === undefined)
      log(
        `Ignoring ${file}: it isn't a mark. Use an SVG image with viewBox="0 0 24 24" and one path.`,
      );
    else marks.set(name.slice(0, -".svg".length), mark);
  }
  return marks;
}

/** Shows the operator's own marks in place of the catalog's. With `catalogMarks` off, only those. */
export function withMarks(
  catalog: Catalog,
  { own, catalogMarks }: { readonly own: OwnMarks; readonly catalogMarks: boolean },
): Catalog {
  if (own.size === 0 && catalogMarks) return catalog;
  let source: Catalog["apps"] | undefined;
  let apps: Catalog["apps"] = [];
  const toMarked = (entry: AppEntry): AppEntry => ({
    ...entry,
    hasMark: own.has(entry.slug) || (catalogMarks && entry.hasMark === true),
  });
  return delegateCatalog(catalog, {
    get apps() {
      // Callers rely on the same array until the catalog changes.
      if (source !== catalog.apps) {
        source = catalog.apps;
        apps = source.map(toMarked);
      }
      return apps;
    },
    async findApp(slug) {
      const record = await catalog.findApp(slug);
      return (
        record && { ...record, mark: own.get(slug) ?? (catalogMarks ? record.mark : undefined) }
      );
    },
  });
}
