import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, describe, expect, it } from "vitest";
import type { Settings } from "../config/settings.ts";
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
      platform: undefined,
      shared: { databaseUrl: undefined, dataFolder: join(folder, "data"), secretsKey: undefined },
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
  it("adds an app from its document, reports skipped parts, lists it and removes it", async () => {
    const { code, output } = await runApps("add", writeDocument("boats.json", DOCUMENT));
    expect(code).toBe(0);
    expect(output).toContain(
      "Added Ledger of Boats as ledger_of_boats, with 1 tool. Sign-in: none.",
    );
    expect(output).toContain("  ledger_of_boats.create_boat  Register a boat");
    expect(output).toContain(
      "Its URL http://10.0.0.5:8080/api seems to be private. To run its tools, add http://10.0.0.5:8080 to OUTBOUND_ALLOW.",
    );
    expect(output).toContain(
      'POST /boats: The pattern "^[(" is not a valid ECMA-262 regular expression.',
    );
    expect((await runApps("list")).output).toMatch(/^ledger_of_boats +added \d{4}-/);
    expect(await runApps("remove", "ledger_of_boats")).toEqual({
      code: 0,
      output: "Removed ledger_of_boats.",
    });
    expect((await runApps("remove", "ledger_of_boats")).code).toBe(1);
    expect((await runApps("list")).output).toContain("You have added no apps.");
  });

  it("uses the ID of --as", async () => {
    expect(
      (await runApps("add", writeDocument("boats.json", DOCUMENT), "--as", "boats")).output,
    ).toContain("Added Ledger of Boats as boats,");
    expect(
      await runApps("add", writeDocument("boats.json", DOCUMENT), "--as", "My Boats"),
    ).toMatchObject({
      code: 1,
      output: expect.stringContaining('--as is "My Boats", but must'),
    });
    await runApps("remove", "boats");
  });

  it.each([
    ["a file that doesn't exist", () => join(folder, "none.json"), /doesn't exist/],
    [
      "a file that isn't a document",
      () => writeDocument("text.json", "hello"),
      /can't be added|Can't read/,
    ],
    ["invalid JSON", () => writeDocument("broken.json", "{"), /Can't read/],
    [
      "a document without tools",
      () => writeDocument("empty.json", { ...DOCUMENT, paths: {} }),
      /can't be added/,
    ],
    [
      "YAML aliases that multiply",
      () =>
        writeDocument(
          "bomb.yaml",
          `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghij"].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[at]}`)}]`).join("\n")}\nopenapi: 3.1.0\n`,
        ),
      /Can't read/,
    ],
    ["a URL with the port of another protocol", () => "http://127.0.0.1:9/openapi.json", /Port 9/],
  ])("rejects %s with an error message", async (_, location, pattern) => {
    const { code, output } = await runApps("add", location());
    expect(code).toBe(1);
    expect(output).toMatch(pattern);
    expect((await runApps("list")).output).toContain("You have added no apps.");
  });

  it.each([
    [],
    ["add"],
    ["add", "a", "b"],
    ["remove"],
    ["polish"],
    ["configure", "github", "--client-secret", "x"],
  ])("refers to its help for the arguments %j", async (...args) => {
    const { code, output } = await runApps(...args);
    expect(code).toBe(1);
    expect(output).toContain("npm run apps -- --help");
  });
});

describe.skipIf(!process.env["CATALOG_DIR"])(
  "apps configure (CATALOG_DIR names no catalog)",
  () => {
    it("refuses an app that uses no OAuth client, and says how users connect it", async () => {
      const lines: string[] = [];
      const code = await appsCommand(
        ["configure", "stripe", "--client-id", "x"],
        {
          platform: { catalogFolder: process.env["CATALOG_DIR"]! } as Settings["platform"],
          shared: {
            databaseUrl: undefined,
            dataFolder: join(folder, "oauth"),
            secretsKey: undefined,
          },
        },
        (line) => lines.push(line),
      );
      expect([code, lines.join("\n")]).toEqual([
        1,
        expect.stringContaining(
          "Stripe uses no OAuth client that you register. Users connect it with: an API key.",
        ),
      ]);
    });
  },
);
