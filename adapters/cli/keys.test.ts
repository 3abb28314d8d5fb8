import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { buildCatalog } from "../catalog/build/build.ts";
import { EMPTY_OVERLAY } from "../catalog/build/build-fixture.ts";
import { openPlatformStores } from "../storage/open.ts";
import { keysCommand } from "./keys.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "jackfield-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a command. Without `answer`, it isn't on a terminal. */
async function runKeys(args: readonly string[], answer?: string, catalogFolder?: string) {
  const questions: string[] = [];
  const [results, messages]: [string[], string[]] = [[], []];
  const code = await keysCommand(
    args,
    { dataFolder: folder, catalogFolder },
    { print: (text) => results.push(text), info: (text) => messages.push(text) },
    answer === undefined
      ? undefined
      : async (question) => {
          questions.push(question);
          return answer;
        },
  );
  return { code, questions, result: results.join("\n"), messages: messages.join("\n") };
}

it("creates a key that only reads if no permissions are passed, and prints them", async () => {
  const { code, result, messages } = await runKeys(["create", "--name", "laptop"]);
  expect([code, result]).toEqual([0, expect.stringMatching(/^jf_live_\S+$/)]);
  expect(messages).toContain("Permissions: read.");
  expect(messages).toContain("--permissions read,connect,run");
});

it("asks for the permissions on a terminal", async () => {
  const chosen = await runKeys(["create", "--name", "laptop"], "run, read");
  expect(chosen.questions).toEqual([expect.stringContaining("read, connect, run")]);
  expect(chosen.messages).toContain("Permissions: read, run.");
  expect((await runKeys(["create", "--name", "b"], "")).messages).toContain("Permissions: read.");
  expect(await runKeys(["create", "--name", "c"], "all")).toMatchObject({
    code: 1,
    messages: expect.stringContaining('contains "all". Choose from read, connect, run'),
  });
  const passed = await runKeys(["create", "--name", "d", "--permissions", "run"], "read");
  expect(passed.questions).toEqual([]);
});

it("rejects an app that isn't in the catalog, and suggests the nearest", async () => {
  const catalogFolder = join(folder, "catalog");
  await buildCatalog({
    folder: catalogFolder,
    sources: [],
    createIndex: () => new Uint8Array([1]),
    overlay: {
      ...EMPTY_OVERLAY,
      documents: new Map([["jackfield:atlas", { slug: "atlas" }]]),
      own: new Map([["jackfield:atlas", ATLAS]]),
    },
  });
  const create = (apps: string) =>
    runKeys(["create", "--name", "laptop", "--apps", apps], undefined, catalogFolder);
  expect(await create("atlsa")).toMatchObject({
    code: 1,
    result: "",
    messages: expect.stringContaining(
      '--apps contains "atlsa", which is the ID of no app. Did you mean atlas?',
    ),
  });
  expect((await create("atlas")).code).toBe(0);
});

const ATLAS = {
  openapi: "3.0.0",
  info: { title: "Atlas", version: "1", license: { name: "MIT" } },
  servers: [{ url: "https://api.atlas.dev" }],
  paths: { "/boards": { get: { operationId: "listBoards", summary: "List boards" } } },
};

it("names the database that it used", async () => {
  const file = join(folder, "jackfield.db");
  expect((await runKeys(["list"])).messages).toContain(`No API keys in ${file} yet.`);
  expect((await runKeys(["create", "--name", "laptop"])).messages).toContain(` in ${file}.`);
  const list = await runKeys(["list"]);
  expect(list.messages).toBe(`The API keys in ${file}:`);
  expect(list.result).toContain("laptop");
  expect((await runKeys(["revoke", "desk"])).messages).toContain(
    `API key "desk" doesn't exist in ${file}, or is already revoked. If it was created with another DATA_DIR or DATABASE_URL, set the same one.`,
  );
});

it("explains an error without repeating its usage", async () => {
  expect((await runKeys(["create"])).messages).toBe(
    "--name must name the key, in 1 to 100 characters.\nList the commands and options: npm run keys -- --help",
  );
});

it("writes keys that are created and revoked to the audit log", async () => {
  await runKeys(["create", "--name", "laptop"]);
  await runKeys(["revoke", "laptop"]);
  expect((await runKeys(["revoke", "laptop"])).code).toBe(1);
  const { auditLog, keyStore } = await openPlatformStores({ folder });
  const entries = await auditLog.list(DEFAULT_ACCOUNT, { limit: 10 });
  await keyStore.close();
  expect(entries.map(({ action, actor, details }) => [action, actor.kind, details])).toEqual([
    ["key.revoked", "terminal", { name: "laptop" }],
    ["key.created", "terminal", { name: "laptop" }],
  ]);
});
