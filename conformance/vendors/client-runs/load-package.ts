import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import type { LoadPackage } from "./vendor-client.ts";

/**
 * Returns a function that loads the packages in a folder's `node_modules`, with the export that CommonJS
 * gets, or else the one for `import`.
 */
export function openPackages(folder: string): LoadPackage {
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ERR_PACKAGE_PATH_NOT_EXPORTED") throw error;
        return next(specifier, { ...context, conditions: [...context.conditions, "import"] });
      }
    },
  });
  return createRequire(join(folder, "package.json"));
}
