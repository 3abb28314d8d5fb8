import { relative } from "node:path";
import type { Plugin } from "rolldown";

/**
 * Keeps paths relative to a source file valid in the bundle. Every file of the bundle that uses
 * them is directly in a folder of `dist/`, so `..` is `dist/`, where copied files and entry points
 * have the same paths as in the repository.
 */
export const sourcePaths = (root: string): Plugin => ({
  name: "source-paths",
  transform: {
    filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: "import.meta" },
    handler(code, id) {
      if (/\bimport\.meta\.(dirname|filename)\b/.test(code))
        throw new Error(`${id} must use import.meta.url, which the bundle supports.`);
      const path = relative(root, id).replaceAll("\\", "/").replace(/\.ts$/, ".js");
      return code.replaceAll(
        /\bimport\.meta\.url\b/g,
        `new URL(${JSON.stringify(`../${path}`)}, import.meta.url).href`,
      );
    },
  },
});
