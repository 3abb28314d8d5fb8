/**
 * `npm run conformance`: tests every target or any deployment, and prints the matrix of results.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { estimateCost, selectCoreRuns } from "./core-runs.ts";
import {
  createMatrix,
  createPanels,
  findUncoveredStatuses,
  type TestResult,
} from "./matrix/create-matrix.ts";
import { renderMatrixPage } from "./matrix/page.ts";
import { formatMatrix, formatSummary, LEGEND } from "./matrix/sections.ts";
import { services } from "./services/index.ts";
import { platform } from "./services/platform.ts";
import { site } from "./services/site.ts";
import { createDeployment, mockAt, targets } from "./targets/index.ts";
import { knownFailures } from "./targets/known-failures.ts";
import type { Target, TargetKind } from "./targets/target.ts";
import { applyKnownFailures, planTestRuns, type TestRun } from "./test-run.ts";
import { openSession } from "./test-session.ts";
import { compareVendors } from "./vendors/command.ts";

const names = [...new Set(targets.map(({ name }) => name))];

const HELP = `Tests servers against the spec and prints the results.

  npm run conformance                                  test the core, Node, Bun, Deno, and Prism as a proxy and as a mock
  npm run conformance -- --only node,bun               test some of these targets: ${names.join(", ")}
  npm run conformance -- --target https://host         test any site with the portable cases
  npm run conformance -- --platform https://host       test any platform with the API key in PLATFORM_KEY
  npm run conformance -- --prism http://127.0.0.1:4010 test a running Prism mock of generated/site/openapi.json
  npm run conformance -- vendors [slug]                compare the requests of tools with those of the vendors' clients

  --all            run all portable cases against a deployment, not just the 100 requests of a quick check
  --service NAME   test only one service: site or platform
  --operation NAME run only the cases of one operation, such as searchPages
  --allow-writes   run cases that write data to a deployment, such as checkouts that nobody pays
  --report FILE    write the report page to this file (default: conformance/report/index.html)
  --help           print this help

Exits with 0 if all tests passed, 1 if a test failed, and 2 if a target could not be tested.`;

async function main(): Promise<void> {
  const { values, kinds } = parseCommandLine();
  const color = Boolean(process.stdout.isTTY && !process.env["NO_COLOR"]);
  const started = performance.now();
  const all: TestResult[] = [];
  const isQuickCheck = !values.all && (values.target ?? values.platform) !== undefined;
  const plan = (kind: TargetKind) =>
    planTestRuns(kind).filter(({ endpoint }) => endpoint === (values.operation ?? endpoint));
  if (kinds.every((kind) => plan(kind).length === 0))
    exitWith(`No case tests the operation "${values.operation}".`, 2);
  const starting = kinds.map((kind) => startTarget(kind, plan(kind), isQuickCheck));
  for (const send of await Promise.all(starting)) all.push(...(await send()));

  const matrix = createMatrix(all);
  const seconds = (performance.now() - started) / 1000;
  const report = values.report ?? join(import.meta.dirname, "report/index.html");
  mkdirSync(join(report, ".."), { recursive: true });
  writeFileSync(report, renderMatrixPage(all, matrix, { seconds, at: new Date() }));

  for (const panel of createPanels(all)) console.log(`\n${formatMatrix(panel, { color: color })}`);
  console.log(`\n${LEGEND}\n\n${formatSummary(all, matrix, seconds, { color: color })}`);
  const missing =
    values.target || values.platform || values.prism || values.only || values.operation
      ? []
      : findUncoveredStatuses(matrix);
  for (const { endpoint, status } of missing)
    console.log(`No case caused the declared status ${status} of ${endpoint}.`);
  console.log(`Report: ${relative(process.cwd(), report)}`);
  process.exit(matrix.total.failed > 0 || missing.length > 0 ? 1 : 0);
}

function parseCommandLine() {
  try {
    const { values } = parseArgs({
      options: {
        target: { type: "string" },
        platform: { type: "string" },
        service: { type: "string" },
        operation: { type: "string" },
        prism: { type: "string" },
        only: { type: "string" },
        report: { type: "string" },
        "allow-writes": { type: "boolean" },
        all: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help) exitWith(HELP, 0);
    return { values, kinds: selectTargets(values) };
  } catch (error) {
    return exitWith(`${(error as Error).message}\n\n${HELP}`, 2);
  }
}

interface CommandOptions {
  readonly target?: string;
  readonly platform?: string;
  readonly prism?: string;
  readonly only?: string;
  readonly service?: string;
  readonly "allow-writes"?: boolean;
}

function selectTargets({
  target,
  platform: other,
  prism,
  only,
  service,
  ...rest
}: CommandOptions): readonly TargetKind[] {
  const allowsWrites = rest["allow-writes"] ?? false;
  for (const url of [target, other, prism])
    if (url !== undefined && !/^https?:\/\//.test(url))
      throw new Error(`"${url}" is not an http or https URL.`);
  // An environment variable, because process lists show arguments.
  const key = process.env["PLATFORM_KEY"];
  if (other && !key)
    throw new Error(
      "A platform requires an API key. Set PLATFORM_KEY to a key with the read permission.",
    );
  if (target || other || prism) {
    return [
      ...(target ? [createDeployment(target, site, { allowsWrites })] : []),
      ...(other ? [createDeployment(other, platform, { allowsWrites, key })] : []),
      ...(prism ? [mockAt(prism, service === "platform" ? platform : site)] : []),
    ];
  }
  if (service !== undefined && !services.some(({ name }) => name === service))
    throw new Error(
      `Unknown service "${service}". Services: ${services.map(({ name }) => name).join(", ")}.`,
    );
  const all = targets.filter((kind) => service === undefined || kind.service.name === service);
  if (!only) return all;
  return only.split(",").flatMap((name) => {
    const kinds = all.filter((each) => each.name === name.trim());
    if (kinds.length === 0)
      throw new Error(`Unknown target "${name}". Targets: ${names.join(", ")}.`);
    return kinds;
  });
}

/** Starts a target at once. The returned function tests it. */
async function startTarget(
  kind: TargetKind,
  planned: readonly TestRun[],
  isQuickCheck: boolean,
): Promise<() => Promise<TestResult[]>> {
  const testRuns = isQuickCheck ? selectCoreRuns(planned) : planned;
  const missing = kind.skipReason?.();
  if (missing)
    return async () => {
      writeStatus(`${formatTarget(kind)}: ${missing}\n`);
      return testRuns.map((testRun) => ({
        testRun,
        outcome: { result: "skipped", reason: missing },
      }));
    };
  const subject = await openSession(kind).catch((error: Error) =>
    exitWith(`${formatTarget(kind)}: ${error.message}`, 2),
  );
  const requested = countPortable(testRuns);
  return async () => {
    if (!kind.isFixture) writeStatus(`${announce(kind, subject.target, testRuns, planned)}\n`);
    const started = performance.now();
    const results: TestResult[] = [];
    let sent = 0;
    for (const testRun of testRuns) {
      if (testRun.skipReason === undefined) reportProgress(kind, testRun, sent++, requested);
      results.push({
        testRun,
        outcome: applyKnownFailures(testRun, await subject.run(testRun), knownFailures),
      });
    }
    await subject.close();
    const failed = results.filter(({ outcome }) => outcome.result === "failed").length;
    writeStatus(
      `${formatTarget(kind)}: ${requested} tests, ${failed} failed, ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
    );
    return results;
  };
}

const formatTarget = ({ service, name }: TargetKind) => `${service.name}, ${name}`;

const countPortable = (testRuns: readonly TestRun[]): number =>
  testRuns.filter(({ skipReason }) => skipReason === undefined).length;

/** The tests per second of a deployment without a rate limit. */
const UNLIMITED_RATE = 20;

/** Says how much of a deployment is about to be tested, and how long that takes. */
function announce(
  kind: TargetKind,
  { ratePolicy }: Target,
  testRuns: readonly TestRun[],
  planned: readonly TestRun[],
): string {
  const [requested, portable] = [countPortable(testRuns), countPortable(planned)];
  const policy = ratePolicy?.();
  const rate = policy ? policy.quota / policy.seconds : UNLIMITED_RATE;
  const seconds = Math.max(estimateCost(testRuns) / rate, requested / UNLIMITED_RATE);
  const duration = seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} minutes`;
  const reason = policy
    ? ` at its rate limit of ${policy.quota} requests in ${policy.seconds} s`
    : "";
  const rest = requested < portable ? ` Add --all for all ${portable}.` : "";
  return `${formatTarget(kind)}: ${requested} tests, about ${duration}${reason}.${rest}`;
}

/**
 * How often progress is printed without a terminal, in milliseconds. A deployment with a rate limit
 * takes minutes.
 */
const PROGRESS_INTERVAL = 15_000;
let lastProgressAt = performance.now();

function reportProgress(
  kind: TargetKind,
  { caller, endpoint }: TestRun,
  index: number,
  of: number,
): void {
  if (!process.stdout.isTTY && performance.now() - lastProgressAt > PROGRESS_INTERVAL) {
    lastProgressAt = performance.now();
    writeStatus(`${formatTarget(kind)}: ${index} of ${of}\n`);
  }
  if (process.stdout.isTTY && index % 10 === 0)
    process.stdout.write(
      `\r\u001b[K${formatTarget(kind)} › ${caller} › ${endpoint}  ${index}/${of}`,
    );
}

function writeStatus(line: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : line);
}

function exitWith(text: string, code: number): never {
  console[code === 0 ? "log" : "error"](text);
  process.exit(code);
}

if (process.argv[2] === "vendors") process.exit(await compareVendors(process.argv.slice(3)));
await main();
