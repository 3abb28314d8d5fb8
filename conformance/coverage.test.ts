import { describe, expect, test } from "vitest";
import { callers } from "./callers/index.ts";
import { platformCore, siteCore } from "./targets/core.ts";
import { targets } from "./targets/index.ts";
import { formatTitle, planTestRuns } from "./test-run.ts";

describe.each([siteCore, platformCore].map((kind) => [kind.service.name, kind] as const))(
  "the %s",
  (_, kind) => {
    const { table, exchanges, surfaces } = kind.service;
    const declared = Object.entries<{ readonly responses: object }>({
      ...table.operations,
      ...table.bindings,
    }).flatMap(([name, { responses }]) =>
      Object.keys(responses).map((status) => ({ name, status: Number(status) })),
    );
    const testRuns = planTestRuns(kind);
    const clientCallers = callers
      .filter((caller) => caller.skipsRequests && caller.supports(kind))
      .map(({ name }) => name);

    test.each(declared)("a case causes $status of $name", ({ name, status }) => {
      const covering = testRuns.filter(
        (testRun) => testRun.endpoint === name && testRun.status === status,
      );
      expect(covering.map(formatTitle)).not.toEqual([]);
    });

    test.each(Object.entries(table.operations))(
      "%s is tested over HTTP, with its client and, if it is a tool, with both MCP versions",
      (name, { tool, client }) => {
        const used = new Set(
          testRuns.filter((testRun) => testRun.endpoint === name).map(({ caller }) => caller),
        );
        expect([...used].sort()).toEqual(
          [
            "http",
            ...(client ? clientCallers : []),
            ...(tool ? ["mcp 2025-11-25", "mcp 2026-07-28"] : []),
          ].sort(),
        );
      },
    );

    test.each(surfaces.map(({ path }) => path))("the surface %s is tested", (path) => {
      expect(exchanges[path]?.length).toBeGreaterThan(4);
    });
  },
);

test.each(targets.map((kind) => [kind.service.name, kind.name, kind] as const))(
  "the tests of the %s on %s have unique titles",
  (_, __, kind) => {
    const titles = planTestRuns(kind).map((testRun) => `${testRun.caller} ${formatTitle(testRun)}`);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  },
);
