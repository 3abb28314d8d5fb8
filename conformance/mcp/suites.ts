import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

/** One of the official suites, and what of it is run. */
export interface Suite {
  readonly name: string;
  /** Its package in node_modules. */
  readonly packageName: string;
  readonly argv: readonly string[];
  /** The file that lists what it asks for and a server of tools does not offer. */
  readonly notOffered: string;
}

/** Every official suite: the released one, and the coming one for the requirements of each era. */
export const suites: readonly Suite[] = [
  createSuite("0.1.16", "@modelcontextprotocol/conformance"),
  createSuite("2025-11-25", "conformance-next", "--requirements", "2025-11-25"),
  createSuite("2026-07-28", "conformance-next", "--requirements", "2026-07-28"),
];

function createSuite(name: string, from: string, ...args: string[]): Suite {
  return {
    name,
    packageName: from,
    argv: args,
    notOffered: join(import.meta.dirname, `not-offered/${name}.yml`),
  };
}

/** One thing that a suite looked at. */
export interface SuiteCheck {
  readonly scenario: string;
  readonly id: string;
  /** A warning counts as a failure. */
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** Runs a suite against an MCP server: its exit code, what it printed, and every check. */
export async function runSuite(
  { packageName, argv, notOffered }: Suite,
  url: string,
): Promise<{ code: number; stdout: string; checks: SuiteCheck[] }> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-suite-"));
  try {
    const program = join(import.meta.dirname, "../../node_modules", packageName, "dist/index.js");
    const options = ["--url", url, "--expected-failures", notOffered, "-o", folder];
    const { code, stdout, stderr } = await runProgram(
      "node",
      [program, "server", ...argv, ...options],
      { home: folder },
    );
    return { code, stdout: stdout + stderr, checks: readChecks(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The suites write a folder for each scenario, named for it and for when it ran. */
function readChecks(folder: string): SuiteCheck[] {
  return readdirSync(folder).flatMap((name) => {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1];
    if (scenario === undefined) return [];
    const checks = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")) as Omit<
      SuiteCheck,
      "scenario"
    >[];
    return checks.map((check) => ({ ...check, scenario }));
  });
}

/** What of a suite a server does not offer, by scenario or by scenario and check; and the feature that each line names. */
export function readNotOffered({ notOffered }: Suite): Map<string, string> {
  const lines = readFileSync(notOffered, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#") && line !== "server:");
  return new Map(
    lines.map((line) => {
      const [, name, feature] = /^ {2}- (\S+) # (\S.*)$/.exec(line) ?? [];
      if (!name || !feature)
        throw new Error(`${notOffered}: "${line}" does not name a check and a feature.`);
      return [name, feature];
    }),
  );
}

/** How many of the checks that came to something passed: of those that concern the server, and of all. */
export function tallyChecks(
  checks: readonly SuiteCheck[],
  notOffered: ReadonlyMap<string, string>,
) {
  const concluded = checks.filter(({ status }) => status !== "SKIPPED" && status !== "INFO");
  const applicable = concluded.filter(
    ({ scenario, id }) => !notOffered.has(scenario) && !notOffered.has(`${scenario}:${id}`),
  );
  const passed = (some: readonly SuiteCheck[]) =>
    some.filter(({ status }) => status === "SUCCESS").length;
  return {
    applicable: `${passed(applicable)}/${applicable.length}`,
    raw: `${passed(concluded)}/${concluded.length}`,
  };
}
