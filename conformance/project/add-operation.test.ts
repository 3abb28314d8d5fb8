import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScratchCheckout, type ScratchCheckout, TSC } from "../fixtures/scratch-checkout.ts";

const SPEC = "spec/platform/apps.tsp";
const FUNCTION = "core/platform/operations/apps.ts";
const CASES = "conformance/cases/platform/count-tools.ts";

const OP = `
/** Count the tools of an app. Use it before listing them. */
@route("/api/v1/apps/{app}/tool-count")
@get
@tag("Apps")
@summary("Count tools")
@opExample(#{ parameters: #{ app: "github" } })
@extension("x-permission", "read")
@extension(
  "x-tool",
  #{
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  }
)
op countTools(
  /** The ID of the app. */
  @path
  @minLength(1)
  @maxLength(100)
  app: string,
): {
  /** The number of tools. */
  count: int32,
} | AppNotFound | Always;
`;

const IMPLEMENTATION = `
export const countTools: Operation<"countTools"> = async ({ app }, { catalogView }) => {
  const { length } = await catalogView.listTools(app);
  return { count: length };
};
`;

const CASES_OF_OPERATION = `import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { commonCases } from "./every-operation.ts";

/** Required behavior of \`countTools\`. */
export const countTools: CasesOf<"countTools"> = [
  {
    it: "counts every tool of an app",
    input: ({ app }) => ({ app: app.id }),
    status: 200,
    check: ({ value }, { app }) => assert.equal(value.count, app.tools_count),
  },
  {
    it: "rejects an unknown app",
    input: { app: "no_such_app" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    input: { app: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
  },
  ...commonCases<"countTools">(({ app }) => ({ app: app.id }), { rejectedInput: { app: "atlas" } }),
];
`;

/** The steps of "Add an operation", without line breaks. */
const readGuide = (): string =>
  /^## Add an operation\n(.*?)^## /ms
    .exec(readFileSync(join(import.meta.dirname, "../../CONTRIBUTING.md"), "utf8"))![1]!
    .replaceAll(/\s+/g, " ");

// It takes more than a minute, because it compiles the whole project several times.
describe("an operation of three files", () => {
  let checkout: ScratchCheckout;
  let originals: Readonly<Record<typeof SPEC | typeof FUNCTION, string>>;
  beforeAll(() => {
    checkout = createScratchCheckout();
    originals = { [SPEC]: checkout.read(SPEC), [FUNCTION]: checkout.read(FUNCTION) };
    checkout.write(SPEC, originals[SPEC] + OP);
    checkout.write(FUNCTION, originals[FUNCTION] + IMPLEMENTATION);
    checkout.write(CASES, CASES_OF_OPERATION);
  });
  afterAll(() => checkout?.remove());

  const generate = () => checkout.run("node", "spec/emit/generate.ts");
  const compile = () => checkout.run("node", TSC, "-p", ".");
  const digestGenerated = () => {
    const hash = createHash("sha256");
    for (const file of readdirSync(join(checkout.folder, "generated"), {
      recursive: true,
      encoding: "utf8",
    }).sort())
      if (/\.\w+$/.test(file)) hash.update(file).update(checkout.read(`generated/${file}`));
    return hash.digest("hex");
  };

  it("has its files in the places that CONTRIBUTING.md names", () => {
    const guide = readGuide();
    expect(guide).toContain("An operation takes three files:");
    for (const place of [
      "`spec/platform/`",
      "`core/platform/operations/`",
      "`conformance/cases/platform/`",
    ])
      expect(guide).toContain(place);
  });

  it("is in the clients, whose files without a source go and whose runtime stays", {
    timeout: 300_000,
  }, async () => {
    const strays = ["js/src/stray.ts", "js/src/schema/stray.ts", "python/jackfield/_stray.py"];
    const runtime = ["js/src/runtime/retry.ts", "python/jackfield/_runtime/plan.py"];
    const manifests = ["js/package.json", "js/jsr.json", "python/pyproject.toml"];
    const stays = [...runtime, ...manifests, "python/jackfield/webhooks.py"];
    const pathOf = (path: string) => `generated/clients/${path}`;
    const readKept = () => stays.map((path) => checkout.read(pathOf(path)));
    for (const path of strays) checkout.write(pathOf(path), "");
    for (const path of runtime)
      checkout.write(pathOf(path), `${checkout.read(pathOf(path))}\n# edited\n`);
    const before = readKept();
    expect(await generate()).toMatchObject({ code: 0 });
    expect(readKept()).toEqual(before);
    expect(strays.filter((path) => existsSync(join(checkout.folder, pathOf(path))))).toEqual([]);
    for (const path of runtime)
      checkout.write(pathOf(path), checkout.read(pathOf(path)).replace("\n# edited\n", ""));
    const client = (path: string) => checkout.read(pathOf(path));
    expect(client("js/src/platform.ts")).toContain(
      "count(app: string, call?: CallOptions): Call<CountToolsResult>",
    );
    expect(client("js/README.md")).toContain(
      "| `tools.count(app)` | `CountToolsResult` | Count the tools of an app. |",
    );
    for (const module of ["_platform.py", "_platform_async.py"])
      expect(client(`python/jackfield/${module}`)).toContain(
        "def count(self, app: str) -> CountToolsResult:",
      );
    expect(client("python/README.md")).toContain(
      "| `count(app)` | `CountToolsResult` | Count the tools of an app. |",
    );
  });

  it("compiles and passes its cases over HTTP and MCP and through the clients", {
    timeout: 300_000,
  }, async () => {
    expect(await compile()).toEqual({ code: 0, output: "" });
    const suite = await checkout.run(
      "node",
      "conformance/command.ts",
      ...[
        "--only",
        "core",
        "--service",
        "platform",
        "--operation",
        "countTools",
        "--report",
        join(checkout.folder, "report.html"),
      ],
    );
    // HTTP, both versions of MCP, the JavaScript client, and each other client that can run here.
    expect(suite.output).toMatch(/^countTools +200( +2){4,}$/m);
    expect(suite.output).toContain(", 0 failed,");
    expect(suite.code).toBe(0);
  });

  it("has a case for every status of the spec", { timeout: 300_000 }, async () => {
    const { code, output } = await checkout.run(
      "vitest",
      ...["run", "--config", "conformance/vitest.config.ts", "conformance/coverage.test.ts"],
    );
    expect([code, output]).toEqual([0, expect.stringMatching(/Tests +\d+ passed/)]);
  });

  // One compilation reports both, each in its own file.
  it("fails to compile without the function and without the cases", {
    timeout: 300_000,
  }, async () => {
    checkout.write(FUNCTION, originals[FUNCTION]);
    rmSync(join(checkout.folder, CASES));
    const { code, output } = await compile();
    checkout.write(FUNCTION, originals[FUNCTION] + IMPLEMENTATION);
    checkout.write(CASES, CASES_OF_OPERATION);
    expect(code).not.toBe(0);
    expect(output).toMatch(/^core\/platform\/operations\/index\.ts.*countTools/ms);
    expect(output).toMatch(/^(?!core).*count-tools\.ts/m);
  });

  it("fails to compile without the op", { timeout: 300_000 }, async () => {
    checkout.write(SPEC, originals[SPEC]);
    expect(await generate()).toMatchObject({ code: 0 });
    const { code, output } = await compile();
    expect(code).not.toBe(0);
    expect(output).toMatch(/^core\/platform\/operations\/apps\.ts.*"countTools"/m);
  });

  it("leaves generated/ unchanged if the spec is invalid", { timeout: 300_000 }, async () => {
    const before = digestGenerated();
    checkout.write(SPEC, originals[SPEC] + OP.replace("@summary", "// @summary"));
    expect(await generate()).toEqual({
      code: 1,
      output: expect.stringContaining("needs @summary"),
    });
    checkout.write(SPEC, originals[SPEC]);
    checkout.write("spec/platform/lost.tsp", "namespace Platform;\n");
    expect(await generate()).toEqual({
      code: 1,
      output: expect.stringContaining("platform/lost.tsp: is not imported"),
    });
    expect(digestGenerated()).toBe(before);
    expect(readdirSync(checkout.folder).filter((name) => name.startsWith(".generate"))).toEqual([]);
  });
});
