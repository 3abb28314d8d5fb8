import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "./mcp-server.ts";

/** An official suite with the scenarios to run. */
export interface Suite {
  readonly name: string;
  /** The name of its package in node_modules. */
  readonly packageName: string;
  readonly argv: readonly string[];
  /** The file that lists the scenarios and checks that a server with only tools doesn't offer. */
  readonly notOffered: string;
}

/** All official suites: the released version, and the coming version for each protocol version. */
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

/** A check of a suite. */
export interface SuiteCheck {
  readonly scenario: string;
  readonly id: string;
  /** A warning counts as a failure. */
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** Runs a suite against an MCP server. Returns its exit code, its output and every check. */
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

/** The suites write a folder for each scenario, with the scenario and the time in its name. */
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

/** The features that a server doesn't offer, by scenario or by scenario and check. */
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

/** Counts the passed checks, among those that apply to the server and among all. */
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
