// Runs the suite on the current runtime.
import { catalogSuite, runCatalogCheck } from "../catalog.ts";
import { printCheckResults } from "../check-results.ts";
import { folderCatalog } from "./folder.ts";

await printCheckResults(
  catalogSuite.map((check) => ({
    name: check.name,
    run: () => runCatalogCheck(check, folderCatalog),
  })),
);
