import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installOnDemand } from "../../install-on-demand.ts";
import { readExamples } from "./readme-examples.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** The oldest supported version, and those of the project. */
const COMPILERS = [
  { version: "5.4.5", folder: installOnDemand("typescript", "5.4.5"), flags: [] },
  { version: "5.9.3", folder: join(ROOT, "node_modules/typescript"), flags: [] },
  // With one thread, it instantiates no type twice.
  {
    version: "7.0.2",
    folder: join(ROOT, "node_modules/typescript-7"),
    flags: ["--singleThreaded"],
  },
];
const MODULES = [
  { module: "NodeNext", moduleResolution: "NodeNext" },
  { module: "ES2022", moduleResolution: "Bundler" },
];

/** Code that a compiler must refuse. */
const MISTAKES: Readonly<Record<string, string>> = {
  "a missing argument": "jackfield.tools.find();",
  "a missing path parameter": "jackfield.apps.get();",
  "a wrong argument": "jackfield.tools.find(5);",
  "a misspelled option": 'jackfield.tools.find("x", { limt: 5 });',
  "a wrong word": 'jackfield.runs.list({ status: "lost" });',
  "a misspelled option of the client": 'new Jackfield({ apikey: "k" });',
  "an option of the platform at the site": 'new JackfieldSite({ apiKey: "k" });',
  "a field that doesn't exist": 'jackfield.apps.get("x").then((app) => app.nmae);',
  "a result without await": 'jackfield.apps.get("x").name;',
  "an unknown code of a problem": 'isProblem(error, "connection_requird");',
  "a field of another problem":
    'if (isProblem(error, "app_not_found")) error.problem.connect_url.length;',
};

const CORRECT = `
export async function check(error: unknown): Promise<string | undefined> {
  if (isProblem(error, "connection_required")) {
    const code: "connection_required" = error.code;
    const url: string | undefined = error.problem.connect_url;
    return url ?? code;
  }
  const apps: string[] = [];
  for await (const { name } of jackfield.apps.search("x", { connected: false })) apps.push(name);
  const outcome = await jackfield.tools.run("a.b", { any: ["thing"] }, { timeout: 90 });
  const { data, rate } = await jackfield.apps.get("x").withResponse();
  const pages: readonly Run[] = await jackfield.runs.list().all({ max: 5 });
  return outcome.error?.message ?? data.name + rate?.remaining + pages.length + apps.length;
}
`;
const HEAD = `import { isProblem, Jackfield, type Run } from "@jackfield/client";
import { JackfieldSite } from "@jackfield/client/site";
const jackfield = new Jackfield();
const error: unknown = undefined;
void [JackfieldSite, error];
`;

describe("the types of the JavaScript client", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-types-"));
  beforeAll(() => {
    const client = join(folder, "built");
    execFileSync(process.execPath, [join(ROOT, "adapters/package/build-client.ts"), client]);
    cpSync(client, join(folder, "node_modules/@jackfield/client"), { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    for (const name of ["empty", "examples", "correct", "mistakes"]) mkdirSync(join(folder, name));
    writeFileSync(join(folder, "empty/main.ts"), "export {};\n");
    for (const [index, { code }] of readExamples().entries())
      writeFileSync(join(folder, `examples/example-${index}.ts`), code);
    writeFileSync(join(folder, "correct/main.ts"), HEAD + CORRECT);
    writeFileSync(join(folder, "mistakes/main.ts"), HEAD + Object.values(MISTAKES).join("\n"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(COMPILERS)("with TypeScript $version", ({ version, folder: compiler, flags }) => {
    /** Compiles a folder, and returns what the compiler prints. */
    const compile = async (name: string, options: object) => {
      const config = join(folder, `${name}.json`);
      const compilerOptions = {
        target: "ES2022",
        lib: ["ES2022", "DOM", "DOM.Iterable"],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
        extendedDiagnostics: true,
        ...options,
      };
      writeFileSync(config, JSON.stringify({ compilerOptions, include: [name] }));
      // With --expose-gc, the compiler collects garbage before it reads its memory.
      const args = ["--expose-gc", join(compiler!, "bin/tsc"), "-p", config, ...flags];
      const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error) => error);
      const figure = (title: string) =>
        Number(new RegExp(`^${title}:\\s+(\\d+)`, "m").exec(stdout)?.[1]);
      return {
        errors: (stdout as string).split("\n").filter((line) => line.includes("error TS")),
        instantiations: figure("Instantiations"),
        megabytes: figure("Memory used") / 1_024,
      };
    };

    const missing = compiler ? "" : ` (TypeScript ${version} can't be downloaded from npm)`;
    describe.skipIf(!compiler).each(MODULES)(`and $moduleResolution${missing}`, (module) => {
      it("accept correct code", { timeout: 60_000 }, async () => {
        expect((await compile("correct", module)).errors).toEqual([]);
      });

      it("refuse mistakes", { timeout: 60_000 }, async () => {
        const { errors } = await compile("mistakes", module);
        const lines = new Set(errors.map((line) => Number(/\((\d+),/.exec(line)?.[1])));
        const first = HEAD.split("\n").length;
        const accepted = Object.keys(MISTAKES).filter((_, index) => !lines.has(first + index));
        expect(accepted).toEqual([]);
      });

      it("cost the compiler little", { timeout: 60_000 }, async () => {
        const empty = await compile("empty", module);
        const examples = await compile("examples", module);
        expect(examples.errors).toEqual([]);
        const instantiations = examples.instantiations - empty.instantiations;
        const megabytes = examples.megabytes - empty.megabytes;
        console.log(
          `TypeScript ${version}: ${instantiations} instantiations, ${megabytes.toFixed(1)} MB more`,
        );
        expect(instantiations).toBeLessThanOrEqual(1_000);
        expect(megabytes).toBeLessThanOrEqual(15);
      });
    });
  });
});
