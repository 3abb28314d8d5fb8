import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { appsCommand } from "./apps.ts";

const folder = mkdtempSync(join(tmpdir(), "jackfield-apps-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Ledger of Boats", version: "2" },
  servers: [{ url: "http://10.0.0.5:8080/api" }],
  paths: {
    "/boats": {
      post: {
        operationId: "createBoat",
        summary: "Register a boat",
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", properties: { name: { type: "string", pattern: "^[(" } } },
            },
          },
        },
        responses: { 200: { description: "ok" } },
      },
    },
  },
};

async function runApps(...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const code = await appsCommand(
    args,
    {
      databaseUrl: undefined,
      dataFolder: join(folder, "data"),
      secretsKey: undefined,
      platform: undefined,
    },
    (line) => lines.push(line),
  );
  return { code, output: lines.join("\n") };
}

const writeDocument = (name: string, content: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
};

describe("npm run apps", () => {
  it("adds an app from its document, says what was not taken and where it is, lists it and removes it", async () => {
    const { code, output } = await runApps("add", writeDocument("boats.json", DOCUMENT));
    expect(code).toBe(0);
    expect(output).toContain(
      "Ledger of Boats is added as ledger_of_boats, with 1 tool; sign-in: none.",
    );
    expect(output).toContain("  ledger_of_boats.create_boat  Register a boat");
    expect(output).toContain(
      "Its address http://10.0.0.5:8080/api seems to be of your own network: its tools can be run once OUTBOUND_ALLOW names http://10.0.0.5:8080.",
    );
    expect(output).toContain(
      'POST /boats: The pattern "^[(" is not a valid ECMA-262 regular expression.',
    );
    expect((await runApps("list")).output).toMatch(/^ledger_of_boats +added \d{4}-/);
    expect(await runApps("remove", "ledger_of_boats")).toEqual({
      code: 0,
      output: "ledger_of_boats is removed.",
    });
    expect((await runApps("remove", "ledger_of_boats")).code).toBe(1);
    expect((await runApps("list")).output).toContain("No app has been added");
  });

  it("takes a name for it", async () => {
    expect(
      (await runApps("add", writeDocument("boats.json", DOCUMENT), "--as", "boats")).output,
    ).toContain("is added as boats");
    expect(
      await runApps("add", writeDocument("boats.json", DOCUMENT), "--as", "My Boats"),
    ).toMatchObject({
      code: 1,
      output: expect.stringContaining("--as is My Boats"),
    });
    await runApps("remove", "boats");
  });

  it.each([
    ["no file", () => join(folder, "none.json"), /There is no file/],
    ["no document", () => writeDocument("text.json", "hello"), /can't be added|can't be read/],
    ["JSON that is none", () => writeDocument("broken.json", "{"), /can't be read/],
    [
      "a document without tools",
      () => writeDocument("empty.json", { ...DOCUMENT, paths: {} }),
      /can't be added/,
    ],
    [
      "aliases that multiply",
      () =>
        writeDocument(
          "bomb.yaml",
          `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghij"].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[at]}`)}]`).join("\n")}\nopenapi: 3.1.0\n`,
        ),
      /can't be read/,
    ],
    ["an address of another protocol", () => "http://127.0.0.1:9/openapi.json", /Port 9/],
  ])("refuses %s, in a sentence", async (_, location, pattern) => {
    const { code, output } = await runApps("add", location());
    expect(code).toBe(1);
    expect(output).toMatch(pattern);
    expect((await runApps("list")).output).toContain("No app has been added");
  });

  it.each([
    [],
    ["add"],
    ["add", "a", "b"],
    ["remove"],
    ["polish"],
    ["configure", "github", "--client-secret", "x"],
  ])("says what it can do when asked %j", async (...args) => {
    const { code, output } = await runApps(...args);
    expect(code).toBe(1);
    expect(output).toContain("npm run apps --");
  });
});
