import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { binaryFile } from "../runtime/command-line.ts";

/** The folder `catalog` in the program's folder, or beside the one-file program. */
export const DEFAULT_CATALOG_FOLDER =
  binaryFile === undefined
    ? fileURLToPath(new URL("../../catalog", import.meta.url))
    : join(dirname(binaryFile), "catalog");
