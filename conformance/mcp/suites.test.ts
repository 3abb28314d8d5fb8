import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, serve } from "../../adapters/runtime/serve.ts";
import type { Handler } from "../../core/index.ts";
import { node, platformNode } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import {
  createKeyEndpoints,
  createMcpServer,
  type KeyEndpoints,
  runProgram,
} from "./mcp-server.ts";

/** An official suite with the scenarios to run. */
interface Suite {
  readonly name: string;
  /** The name of its package in node_modules. */
  readonly packageName: string;
  readonly argv: readonly string[];
  /** The file that lists the scenarios and checks that a server with only tools doesn't offer. */
  readonly notOffered: string;
}

/** All official suites: the released version, and the coming version for each protocol version. */
const suites: readonly Suite[] = [
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
interface SuiteCheck {
  readonly scenario: string;
  readonly id: string;
  /** A warning counts as a failure. */
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** Runs a suite against an MCP server. Returns its exit code, its output and every check. */
async function runSuite(
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
function readNotOffered({ notOffered }: Suite): Map<string, string> {
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
function tallyChecks(checks: readonly SuiteCheck[], notOffered: ReadonlyMap<string, string>) {
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

/**
 * Features that a server with only tools and JSON responses, without streams and sessions, doesn't
 * offer.
 */
const FEATURES = [
  "completion",
  "elicitation",
  "input_required",
  "logging",
  "progress",
  "prompts",
  "resources",
  "sampling",
  "streams",
  "tasks",
  "x-mcp-header",
];

/** The passed checks of the applicable ones. The total is pinned with the version of the suite. */
const EXPECTED_TALLIES: Record<string, string> = {
  "0.1.16": "11/11",
  "2025-11-25": "48/48",
  "2026-07-28": "113/113",
};

describe("the official suites, with their tools mounted", () => {
  let serving: RunningServer;
  beforeAll(async () => {
    // The server's URL is known only after it listens, so the first requests wait for the handler.
    const { promise: handler, resolve } = Promise.withResolvers<Handler>();
    serving = await serve(async (request) => (await handler)(request), {
      hostname: "127.0.0.1",
      port: 0,
    });
    resolve(createMcpServer(serving.url));
  });
  afterAll(() => serving?.close(0));

  test.each(suites.map((suite) => [suite.name, suite] as const))(
    "%s: all that applies passes, and what is not offered fails",
    async (name, suite) => {
      const { code, stdout, checks } = await runSuite(suite, `${serving.url}/mcp`);
      const { applicable, raw } = tallyChecks(checks, readNotOffered(suite));
      console.log(
        `The official suite, ${name}: ${applicable} checks that apply passed; ${raw} of all.`,
      );
      expect(code, stdout).toBe(0);
      expect(applicable).toBe(EXPECTED_TALLIES[name]);
    },
  );

  test.each(suites.map((suite) => [suite.name, suite] as const))(
    "%s: what is not expected to pass is a feature that is not offered",
    (_, suite) => {
      expect(
        [...readNotOffered(suite)].filter(([, feature]) => !FEATURES.includes(feature)),
      ).toEqual([]);
    },
  );
});

/** The scenarios that every server must pass, whatever its tools. */
const WITHOUT_FIXTURES: Record<string, readonly string[]> = {
  "0.1.16": ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"],
  "2025-11-25": ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"],
  "2026-07-28": [
    "tools-list",
    "dns-rebinding-protection",
    "http-header-validation",
    "server-stateless",
  ],
};

/** The checks of `server-stateless` that need the suites' tools. */
const NEEDS_FIXTURES = [
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream",
  "sep-2575-server-no-log-without-loglevel",
];

describe("the official suites, against the unmodified service", () => {
  let target: Target;
  beforeAll(async () => {
    target = await node.start();
  });
  afterAll(() => target?.close());

  test.each(suites.map((suite) => [suite.name, suite] as const))(
    "%s: the scenarios that need none of their tools pass",
    async (name, suite) => {
      await assertPassesWithoutFixtures(name, suite, `${target.url}/mcp`);
    },
  );
});

describe("the official suites, against the platform with an API key", () => {
  let target: Target;
  let endpoints: KeyEndpoints;
  beforeAll(async () => {
    target = await platformNode.start();
    endpoints = await createKeyEndpoints(target);
  });
  afterAll(async () => {
    endpoints?.close();
    await target?.close();
  });

  describe.each(["link", "header"] as const)("key in the %s", (endpoint) => {
    test.each(suites.map((suite) => [suite.name, suite] as const))(
      "%s: the scenarios that need none of their tools pass",
      async (name, suite) => {
        await assertPassesWithoutFixtures(name, suite, endpoints[endpoint]);
      },
    );
  });
});

async function assertPassesWithoutFixtures(name: string, suite: Suite, url: string): Promise<void> {
  const { checks, stdout } = await runSuite(suite, url);
  for (const scenario of WITHOUT_FIXTURES[name]!) {
    const applicable = checks.filter(
      (check) => check.scenario === scenario && !NEEDS_FIXTURES.includes(check.id),
    );
    expect(
      applicable.filter(({ status }) => status === "SUCCESS").length,
      `${scenario}: ${stdout}`,
    ).toBeGreaterThan(0);
    expect(applicable.filter(({ status }) => status === "FAILURE" || status === "WARNING")).toEqual(
      [],
    );
  }
}
