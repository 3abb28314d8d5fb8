/** Runs the suite on whatever runtime runs this file; a line of JSON for each check, `{ name, error? }`. */
import { catalogSuite } from "../catalog.ts";
import { folderCatalog } from "./folder.ts";

for (const { name, run } of catalogSuite) {
  const error = await run(folderCatalog).then(
    () => undefined,
    (reason: unknown) => (reason instanceof Error ? reason.stack : String(reason)),
  );
  console.log(JSON.stringify({ name, error }));
}
