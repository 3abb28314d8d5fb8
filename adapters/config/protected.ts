import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { DEMO_FOLDER } from "../content/demo.ts";
import { followLinks, isInside, type ProtectedPath } from "../content/protected-paths.ts";
import { secretsFile } from "../secrets/key-file.ts";
import { signingKeysFile } from "../signing/key-file.ts";
import { databaseFile } from "../storage/sqlite/driver.ts";
import type { InvalidSetting } from "./invalid-setting.ts";
import type { SiteServiceSettings } from "./site-service-settings.ts";

/** A path of the settings that no content folder may contain. */
interface NamedPath extends ProtectedPath {
  /** As an error message names it. */
  readonly name: string;
  /** The end of "which holds …". */
  readonly holds: string;
  /** How to get it out of the content folder, as the end of a sentence. */
  readonly remedy: string;
}

/** The folder of the program's own package. Its dependencies are in it or beside it. */
const PROGRAM = packageRoot(fileURLToPath(new URL("../..", import.meta.url)));

/** Every path of the settings that must not be served: keys, stored data, settings, the program. */
export function protectedPaths(settings: SiteServiceSettings): NamedPath[] {
  const { dataFolder, products, databaseUrl, catalogFolder } = settings;
  const sslKey = databaseUrl === undefined ? null : new URL(databaseUrl).searchParams.get("sslkey");
  const dataFile = (path: string, holds: string, suffixes: string[] = []): NamedPath => {
    const name = basename(path);
    return { name, path, suffixes, holds, remedy: `move ${name} out of it` };
  };
  const paths: NamedPath[] = [
    {
      name: "DATA_DIR",
      path: dataFolder,
      holds: "keys",
      remedy: "set DATA_DIR to a folder outside it",
    },
    dataFile(databaseFile(dataFolder), "stored data", ["-wal", "-shm", "-journal"]),
    dataFile(secretsFile(dataFolder), "a key"),
    dataFile(signingKeysFile(dataFolder), "keys"),
    {
      name: "the .env file",
      path: resolve(".env"),
      holds: "settings and keys",
      remedy: "start the program in a folder outside it",
    },
    {
      name: "the program",
      path: PROGRAM,
      holds: "the server's code",
      remedy: "install the program outside it",
    },
  ];
  if (products) {
    paths.push({
      name: "SITE_PRODUCTS",
      path: products,
      holds: "settings",
      remedy: "set SITE_PRODUCTS to a file outside it",
    });
  }
  if (sslKey) {
    paths.push({
      name: "the sslkey of DATABASE_URL",
      path: resolve(sslKey),
      holds: "a private key",
      remedy: "set sslkey to a file outside it",
    });
  }
  if (catalogFolder !== undefined) {
    paths.push({
      name: "CATALOG_DIR",
      path: catalogFolder,
      holds: "the app catalog",
      remedy: "set CATALOG_DIR to a folder outside it",
    });
  }
  return paths;
}

/** Reports every protected path that the content folder contains. */
export function contentMistakes(settings: SiteServiceSettings | undefined): InvalidSetting[] {
  const content = settings?.content;
  if (!settings || settings.upstream || (content && "url" in content)) return [];
  const folder = content?.folder ?? DEMO_FOLDER;
  const paths = protectedPaths(settings);
  const contained: NamedPath[] = [];
  for (const each of paths) {
    if (each.path === resolve(".env") && !existsSync(each.path)) continue;
    // A folder that is reported covers the files in it.
    if (contained.some(({ path }) => isInside(path, each.path))) continue;
    if (isInside(folder, each.path)) contained.push(each);
  }
  return contained.map((each) => describeMistake(each, folder, content === undefined));
}

function describeMistake(each: NamedPath, folder: string, isDemo: boolean): InvalidSetting {
  const { name, path, holds, remedy } = each;
  const real = followLinks(path);
  const place = real === path ? path : `${path} -> ${real}`;
  const relation = isInside(path, folder) ? `is ${name}` : `contains ${name} (${place})`;
  const rest = `(${folder}) ${relation}, which holds ${holds}.`;
  if (isDemo) {
    const hint = `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`;
    return { name, message: `The demo shop's folder ${rest}`, hint };
  }
  return {
    name: "SITE_CONTENT",
    message: `SITE_CONTENT ${rest}`,
    hint: `Move one of them: set SITE_CONTENT to a folder that holds only pages, or ${remedy}.`,
  };
}

function packageRoot(folder: string): string {
  const parent = dirname(folder);
  const isCompiled =
    !existsSync(join(folder, "package.json")) && existsSync(join(parent, "package.json"));
  return resolve(isCompiled ? parent : folder);
}
