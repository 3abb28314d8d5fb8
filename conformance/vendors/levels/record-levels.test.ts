import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { buildCatalog } from "../../../adapters/catalog/build/build.ts";
import { FACTS_FOLDER } from "../../../adapters/catalog/facts/facts-folder.ts";
import {
  createOverlay,
  type Overlay,
  readAppFolder,
} from "../../../adapters/catalog/facts/read-facts.ts";
import { type OpenCatalog, openCatalog } from "../../../adapters/catalog/folder.ts";
import { recordLevels } from "./record-levels.ts";

const folder = mkdtempSync(join(tmpdir(), "jackfield-levels-"));
const file = join(folder, "levels.json");
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles Todoist, whose document is in its folder, with the recorded levels. */
async function compileTodoist(change: (overlay: Overlay) => Overlay = (overlay) => overlay) {
  const app = readAppFolder(join(FACTS_FOLDER, "apps"), "todoist");
  await buildCatalog({
    folder,
    overlay: change(createOverlay([app], FACTS_FOLDER)),
    sources: [],
    levels: readFileSync(file, "utf8"),
  });
  return (await openCatalog(folder))!;
}

const checkOf = async (catalog: OpenCatalog, tool: string) => (await catalog.findTool(tool))?.check;

it("records levels that a tool has until it changes", async () => {
  writeFileSync(file, '{\n"other":{"claims":["matches_client other@1.0.0"]}\n}\n');
  const compared = await compileTodoist();
  const names = (await compared.readCards([0, 1, 2])).map(({ name }) => name);
  const [first = "", second = "", third = ""] = names;
  const client = "@doist/todoist-api-typescript";
  const count = await recordLevels(
    { slug: "todoist", hasApp: (slug) => slug === "todoist" },
    compared,
    [
      { tool: first, client, differences: [] },
      { tool: second, client, differences: [], isEndpointOnly: true },
      { tool: third, client, differences: [{ kind: "body", client: "a", tool: "b" }] },
    ],
    { catalogFolder: folder, file },
  );
  expect(count).toBe(3);
  const [, other, todoist] = readFileSync(file, "utf8").split("\n");
  expect(other).toBe('"other":{"claims":["matches_client other@1.0.0"]},');
  expect(todoist).toMatch(/^"todoist":\{"claims":\["known_endpoint @doist\//);
  await compared.close();

  const same = await compileTodoist();
  const checks = await Promise.all(names.map((name) => checkOf(same, name)));
  expect(checks.map((check) => [check?.level, check?.client?.name])).toEqual([
    ["matches_client", client],
    ["known_endpoint", client],
    ["refuted", client],
  ]);
  const path = (await same.findTool(first))!.binding!;
  await same.close();

  const operation = `${path.method} ${path.path}`;
  const changed = await compileTodoist((overlay) => {
    const app = overlay.apps.get("todoist")!;
    const tools = { ...app.tools, [operation]: { ...app.tools?.[operation], fixed: { new: "1" } } };
    return { ...overlay, apps: new Map([["todoist", { ...app, tools }]]) };
  });
  expect(await checkOf(changed, first)).toBeUndefined();
  expect((await checkOf(changed, second))?.level).toBe("known_endpoint");
  expect((await checkOf(changed, third))?.level).toBe("refuted");
  await changed.close();
});
