import { join, resolve } from "node:path";

const SOURCES = resolve(import.meta.dirname, "../../generated/clients/js/src");

/** The source file of each export of `@jackfield/client`. */
const MODULES: Readonly<Record<string, string>> = {
  "": "platform",
  "/agents": "runtime/agents",
  "/connect": "runtime/connect",
  "/site": "site",
  "/webhooks": "runtime/webhooks-node",
  "/schema/platform": "schema/platform",
  "/schema/site": "schema/site",
};

/** Replaces the imports of `@jackfield/client` in an example by its sources. */
export const importSources = (code: string): string =>
  code.replaceAll(/"@jackfield\/client([\w/]*)"/g, (_, subpath: string) => {
    const module = MODULES[subpath];
    if (!module) throw new Error(`@jackfield/client has no export ".${subpath}".`);
    return JSON.stringify(join(SOURCES, `${module}.ts`));
  });
