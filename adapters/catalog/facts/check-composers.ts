import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Composers } from "../../../core/lib/openapi-tools/body/index.ts";
import { APP_COMPOSERS } from "../app-index.ts";
import type { AppFolder } from "./read-facts.ts";

/**
 * Compares `compose.ts` of each app with the tools that name its composers. Resolves with a line for
 * each mistake.
 */
export async function checkComposers(folders: readonly AppFolder[]): Promise<string[]> {
  return (await Promise.all(folders.map(checkFolder))).flat();
}

async function checkFolder({ slug, folder, tools = {} }: AppFolder): Promise<string[]> {
  const file = join(folder, "compose.ts");
  const names = Object.entries(tools).flatMap(([key, { body }]) =>
    body?.compose === undefined ? [] : [{ key, name: body.compose }],
  );
  const module = existsSync(file)
    ? ((await import(pathToFileURL(file).href)) as { COMPOSERS: Composers })
    : // The bundle has the composers, but not their files.
      await APP_COMPOSERS[slug]?.();
  if (!module)
    return names.map(
      ({ key, name }) =>
        `${join(folder, "tools.json")}: ${key}: the folder has no compose.ts with the composer "${name}"`,
    );
  const { COMPOSERS } = module;
  const missing = names.filter(({ name }) => !Object.hasOwn(COMPOSERS, name));
  const unused = Object.keys(COMPOSERS).filter(
    (composer) => !names.some(({ name }) => name === composer),
  );
  return [
    ...missing.map(
      ({ key, name }) =>
        `${join(folder, "tools.json")}: ${key}: compose.ts exports no composer "${name}"`,
    ),
    ...unused.map((name) => `${file}: no tool names the composer "${name}". Name it or remove it`),
  ];
}
