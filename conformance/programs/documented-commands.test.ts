import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { DOCS_FOLDER } from "../../adapters/content/demo.ts";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { findFreePort, START_FILE } from "../fixtures/program.ts";
import { findCommands, findMissingPart, runCommands } from "./documented-commands.ts";

const ROOT = join(import.meta.dirname, "../..");
const CATALOG = process.env["CATALOG_DIR"];
const SECONDS = 1000;
/** The addresses in the documentation. */
const SITE = "127.0.0.1:4100";
const PLATFORM = "127.0.0.1:4200";

/** The pages of the documentation in the order of its navigation. */
function readPages(): { file: string; text: string }[] {
  const summary = readFileSync(join(DOCS_FOLDER, "SUMMARY.md"), "utf8");
  return [...summary.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file = ""]) => ({
    file,
    text: readFileSync(join(DOCS_FOLDER, file), "utf8"),
  }));
}

const hasTools = ["bash", "curl", "openssl"].every(
  (tool) => spawnSync("sh", ["-c", `command -v ${tool}`]).status === 0,
);
const skipReason = [
  !CATALOG && "CATALOG_DIR is not set",
  !hasTools && "bash, curl or openssl is not installed",
].find((reason) => reason !== false);

describe("findCommands", () => {
  it("returns marked blocks with their line and the output that follows", () => {
    const text = "# A\n\n```sh run\necho 1\n```\n\n```text\n1\n```\n\n```sh\nrm x\n```\n";
    expect(findCommands("a.md", text)).toEqual([
      { place: "a.md:3", script: "echo 1\n", output: "1" },
    ]);
  });

  it("takes no output that belongs to a later paragraph", () => {
    const text = "```sh run\nA=1\n```\n\nThen:\n\n```text\n1\n```\n";
    expect(findCommands("a.md", text)).toEqual([{ place: "a.md:1", script: "A=1\n" }]);
  });
});

describe("findMissingPart", () => {
  it.each([
    ['{"a":1,…}', '{"a":1,"b":2}', undefined],
    ["1\n…\n4", "1\n2\n3\n4\n", undefined],
    ['{"a":2,…}', '{"a":1,"b":2}', '{"a":2,'],
    ["b…a", "b or c", "a"],
    ["b", "a b", "b"],
  ])("compares %s with %s", (documented, output, expected) => {
    expect(findMissingPart(documented, output)).toBe(expected);
  });
});

const title = `the documented commands${skipReason ? ` (skipped: ${skipReason})` : ""}`;

describe.skipIf(skipReason !== undefined)(title, () => {
  it.each([
    ["the README", [{ file: "README.md", text: readFileSync(join(ROOT, "README.md"), "utf8") }]],
    ["the documentation", readPages()],
  ])(
    "of %s print what it says",
    async (_, documents) => {
      const commands = documents.flatMap(({ file, text }) => findCommands(file, text));
      expect(commands.length).toBeGreaterThan(3);
      await withService(({ env, site, platform }) => {
        const toTest = (script: string) =>
          script.replaceAll(SITE, site).replaceAll(PLATFORM, platform);
        const toDocs = (output: string) =>
          output.replaceAll(site, SITE).replaceAll(platform, PLATFORM);
        const { results, errors } = runCommands(commands, { cwd: ROOT, env, prepare: toTest });
        for (const { command, output } of results) {
          expect(output, `${command.place} failed:\n${errors}`).toBeDefined();
          const shown = toDocs(output!);
          const missing = findMissingPart(command.output ?? "", shown);
          expect(missing, `${command.place} printed:\n${shown}`).toBeUndefined();
        }
      });
    },
    150 * SECONDS,
  );
});

/** Starts both services on free ports, with the settings that the documentation names. */
async function withService(
  use: (service: { env: NodeJS.ProcessEnv; site: string; platform: string }) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-documented-"));
  const [sitePort, platformPort] = [await findFreePort(), await findFreePort()];
  const site = `127.0.0.1:${sitePort}`;
  const settings = {
    DATA_DIR: folder,
    CATALOG_DIR: CATALOG,
    SITE_PORT: String(sitePort),
    PLATFORM_PORT: String(platformPort),
    OUTBOUND_ALLOW: `http://${site}`,
  };
  const program = await startOn("node", [START_FILE], { env: { ...settings, PLATFORM: "on" } });
  try {
    await program.waitFor(/To stop, press/);
    const env = { ...process.env, ...settings };
    use({ env, site, platform: `127.0.0.1:${platformPort}` });
  } finally {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
