/** `npm run conformance`: asks every target, or any deployment, and shows the matrix. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { type Cell, cellsOf } from "./cell.ts";
import { matrixPage } from "./matrix/page.ts";
import { matrixOf, notCaused, panelsOf, type Result } from "./matrix/tally.ts";
import { LEGEND, matrixText, summaryText } from "./matrix/terminal.ts";
import { open } from "./run.ts";
import { services } from "./services/index.ts";
import { platform } from "./services/platform.ts";
import { site } from "./services/site.ts";
import { deployment, mockAt, targets } from "./targets/index.ts";
import { knownFailing } from "./targets/known-failing.ts";
import type { TargetKind } from "./targets/target.ts";
import { verdictOf } from "./verdict.ts";

const names = [...new Set(targets.map(({ name }) => name))];

const HELP = `Asks servers whether they do what the spec says, and shows the matrix.

  npm run conformance                                  the core, Node, Bun, Deno, and both uses of Prism
  npm run conformance -- --only node,bun               some of them: ${names.join(", ")}
  npm run conformance -- --target https://host         any site, by the cases that need no fixture
  npm run conformance -- --platform https://host       any platform, with the key that PLATFORM_KEY in the environment is
  npm run conformance -- --prism http://127.0.0.1:4010 a Prism mock of generated/site/openapi.json that runs already

  --service NAME   one service of the two: site or platform
  --allow-writes   ask a deployment for what changes something, too: checkouts, which nobody pays
  --report FILE    where the page goes; conformance/report/index.html by default
  --help           this

Ends with 0 if all is well, 1 if something failed, 2 if it could not be asked.`;

async function main(): Promise<void> {
  const { values, kinds } = asked();
  const colour = Boolean(process.stdout.isTTY && !process.env["NO_COLOR"]);
  const started = performance.now();
  const all: Result[] = [];
  for (const ask of await Promise.all(kinds.map(opened))) all.push(...(await ask()));

  const matrix = matrixOf(all);
  const seconds = (performance.now() - started) / 1000;
  const report = values.report ?? join(import.meta.dirname, "report/index.html");
  mkdirSync(join(report, ".."), { recursive: true });
  writeFileSync(report, matrixPage(all, matrix, { seconds, at: new Date() }));

  for (const panel of panelsOf(all)) console.log(`\n${matrixText(panel, { colour })}`);
  console.log(`\n${LEGEND}\n\n${summaryText(all, matrix, seconds, { colour })}`);
  const missing =
    values.target || values.platform || values.prism || values.only ? [] : notCaused(matrix);
  for (const { asked, status } of missing)
    console.log(`No case caused ${status} of ${asked}, which the spec declares.`);
  console.log(`The same as a page: ${relative(process.cwd(), report)}`);
  process.exit(matrix.total.failed > 0 || missing.length > 0 ? 1 : 0);
}

function asked() {
  try {
    const { values } = parseArgs({
      options: {
        target: { type: "string" },
        platform: { type: "string" },
        service: { type: "string" },
        prism: { type: "string" },
        only: { type: "string" },
        report: { type: "string" },
        "allow-writes": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help) leave(HELP, 0);
    return { values, kinds: kindsOf(values) };
  } catch (error) {
    return leave(`${(error as Error).message}\n\n${HELP}`, 2);
  }
}

interface Asked {
  readonly target?: string;
  readonly platform?: string;
  readonly prism?: string;
  readonly only?: string;
  readonly service?: string;
  readonly "allow-writes"?: boolean;
}

function kindsOf({
  target,
  platform: other,
  prism,
  only,
  service,
  ...rest
}: Asked): readonly TargetKind[] {
  const allowsWrites = rest["allow-writes"] ?? false;
  for (const url of [target, other, prism])
    if (url !== undefined && !/^https?:\/\//.test(url))
      throw new Error(`${url} is no http or https URL.`);
  // In the environment, where a list of processes does not show it.
  const key = process.env["PLATFORM_KEY"];
  if (other && !key)
    throw new Error(
      "A platform asks for a key: set PLATFORM_KEY in the environment to one that may read.",
    );
  if (target || other || prism) {
    return [
      ...(target ? [deployment(target, site, { allowsWrites })] : []),
      ...(other ? [deployment(other, platform, { allowsWrites, key })] : []),
      ...(prism ? [mockAt(prism, service === "platform" ? platform : site)] : []),
    ];
  }
  if (service !== undefined && !services.some(({ name }) => name === service))
    throw new Error(
      `There is no service ${service}: ${services.map(({ name }) => name).join(" and ")} there are.`,
    );
  const all = targets.filter((kind) => service === undefined || kind.service.name === service);
  if (!only) return all;
  return only.split(",").flatMap((name) => {
    const kinds = all.filter((each) => each.name === name.trim());
    if (kinds.length === 0)
      throw new Error(`There is no target ${name}: ${names.join(", ")} there are.`);
    return kinds;
  });
}

/** Starts a target now; what is given back asks it, when its turn comes. */
async function opened(kind: TargetKind): Promise<() => Promise<Result[]>> {
  const cells = cellsOf(kind);
  const missing = kind.missing?.();
  if (missing)
    return async () => (
      say(`${called(kind)}: ${missing}\n`),
      cells.map((cell) => ({ cell, outcome: { result: "skipped", because: missing } }))
    );
  const subject = await open(kind).catch((error: Error) =>
    leave(`${called(kind)}: ${error.message}`, 2),
  );
  return async () => {
    const started = performance.now();
    const results: Result[] = [];
    for (const [at, cell] of cells.entries()) {
      progress(kind, cell, at, cells.length);
      results.push({ cell, outcome: verdictOf(cell, await subject.run(cell), knownFailing) });
    }
    await subject.close();
    const failed = results.filter(({ outcome }) => outcome.result === "failed").length;
    say(
      `${called(kind)}: ${cells.length} cells, ${failed} failed, ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
    );
    return results;
  };
}

const called = ({ service, name }: TargetKind) => `${service.name}, ${name}`;

/** Where there is no terminal, a line is enough every so often: a deployment that holds its clients to a rate takes minutes. */
const QUIET_MILLISECONDS = 15_000;
let lastSaid = performance.now();

function progress(kind: TargetKind, { caller, asked }: Cell, at: number, of: number): void {
  if (!process.stdout.isTTY && performance.now() - lastSaid > QUIET_MILLISECONDS) {
    lastSaid = performance.now();
    say(`${called(kind)}: ${at} of ${of}\n`);
  }
  if (process.stdout.isTTY && at % 10 === 0)
    process.stdout.write(`\r\u001b[K${called(kind)} › ${caller} › ${asked}  ${at}/${of}`);
}

function say(line: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : line);
}

function leave(text: string, code: number): never {
  console[code === 0 ? "log" : "error"](text);
  process.exit(code);
}

await main();
