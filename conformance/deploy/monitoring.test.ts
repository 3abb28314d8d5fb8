import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { createCounters } from "../../adapters/telemetry/counters.ts";
import { createSpanQueue } from "../../adapters/telemetry/tracing/span-queue.ts";
import { createMeter } from "../../core/http/telemetry/meter.ts";
import { createMetricsSource } from "../../core/http/telemetry/metrics-source.ts";
import { connectionMetricFamily } from "../../core/platform/connections/connection-metrics.ts";
import { jobMetricFamilies } from "../../core/platform/jobs/job-metrics.ts";
import { findProgram } from "../targets/http-client.ts";

const FOLDER = join(import.meta.dirname, "../../adapters/deploy/monitoring");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
const hasPromtool = findProgram("promtool") !== undefined;
const note = hasPromtool ? "" : " (promtool is not installed)";

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(read("dashboard.json")) as { readonly panels: readonly Panel[] };
const graphs = dashboard.panels.filter(({ type }) => type !== "row");
const queries = graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const rules = (
  parse(read("alerts.yml")) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  }
).groups.flatMap((group) => group.rules);

/** Runs promtool, which must succeed. */
function promtool(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8", cwd: FOLDER });
  expect([status, status === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
}

/** The names of all metrics that a service has, with those of the samples of histograms. */
function listMetrics(): Set<string> {
  const process = { runtime: "Node", startedSeconds: 1, residentBytes: () => 1 };
  const spans = createSpanQueue({ send: async () => ({ outcome: "accepted", rejected: 0 }) });
  const { families } = createMetricsSource(
    {
      process,
      isAllowed: () => true,
      families: () => [...createCounters().families(), ...spans.families()],
    },
    createMeter(),
    "1.0.0",
  );
  return new Set(
    [...families(), ...jobMetricFamilies(new Map()), connectionMetricFamily(new Map())].flatMap(
      ({ name, type }) =>
        type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

describe("the Prometheus configuration", () => {
  it.skipIf(!hasPromtool)(`is valid, with its alert rules${note}`, () => {
    promtool("check", "config", "prometheus.yml");
  });

  it.skipIf(!hasPromtool)(`alerts when it should${note}`, () => {
    promtool("test", "rules", "alerts.test.yml");
  });

  it("has a test for each alert", () => {
    const tested = (
      parse(read("alerts.test.yml")) as {
        tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
      }
    ).tests
      .flatMap((test) => test.alert_rule_test)
      .filter(({ exp_alerts: alerts }) => alerts.length > 0)
      .map(({ alertname }) => alertname);
    expect(new Set(tested)).toEqual(new Set(rules.map(({ alert }) => alert)));
  });
});

describe("the Grafana dashboard", () => {
  it("names its panels, gives each an ID, and queries something in each", () => {
    const ids = dashboard.panels.map((panel) => (panel as unknown as { id: number }).id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { title, targets } of graphs) expect([title, targets?.length]).not.toContain(0);
  });

  it.skipIf(!hasPromtool)(`has valid queries${note}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "jackfield-dashboard-"));
    const file = join(folder, "queries.yml");
    const recorded = queries.map((expr, at) => ({
      record: `panel:query:${at}`,
      expr: expr.replaceAll("$__rate_interval", "5m"),
    }));
    writeFileSync(file, stringify({ groups: [{ name: "dashboard", rules: recorded }] }));
    try {
      promtool("check", "rules", file);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it("the documentation lists all metrics and alerts", () => {
  const page = readFileSync(join(FOLDER, "../../content/docs/watching.md"), "utf8");
  const rows = page.match(/(?<=^\| `)\w+/gm) ?? [];
  const documented = rows.filter((name) => /^(jackfield_|process_|Jackfield)/.test(name));
  const names = [...listMetrics()].map((name) =>
    name.replace(/^(jackfield_.*_seconds)_(bucket|sum|count)$/, "$1"),
  );
  expect(documented.toSorted()).toEqual(
    [...new Set(names), ...rules.map(({ alert }) => alert)].toSorted(),
  );
});

it("the dashboard and the alerts use metrics that exist, and the dashboard uses all", () => {
  const metrics = listMetrics();
  const namesIn = (texts: readonly string[]) =>
    texts.flatMap((text) => text.match(/\b(?:jackfield|process)_[a-z_]+/g) ?? []);
  const used = namesIn(queries);
  for (const name of [...used, ...namesIn(rules.map(({ expr }) => expr))])
    expect([...metrics]).toContain(name);
  const unused = [...metrics].filter((name) => !used.includes(name));
  expect(unused.filter((name) => !/_(sum|count)$|^jackfield_build_info$/.test(name))).toEqual([]);
});
