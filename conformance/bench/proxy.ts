import { COLUMN_TITLES, type Contestant, compare, formatRow, type Row } from "./compare.ts";
import { isNginxInstalled, startNginx } from "./nginx.ts";
import type { BenchOptions } from "./options.ts";
import { getRequest } from "./requests.ts";
import { processEnvironment } from "./runtimes.ts";
import { startServer } from "./server-process.ts";
import { formatTable } from "./table.ts";
import { createTarget, formatTargets, type PerformanceTarget } from "./targets.ts";

const SIZES = ["1k", "1m"];
const FOLDER_PAGE = "/docs/loudness-targets.html";
const markdownRequest = (path: string, more = "") =>
  getRequest(path).replace("accept: application/json\r\n", `accept: text/markdown\r\n${more}`);
const htmlRequest = (path: string) => getRequest(path).replace("application/json", "text/html");

const MARKDOWN: readonly Contestant[] = [
  { name: "folder: HTML", server: "front", variant: "folder", request: htmlRequest(FOLDER_PAGE) },
  {
    name: "folder: Markdown, kept",
    server: "front",
    variant: "folder",
    request: markdownRequest(FOLDER_PAGE),
  },
  { name: "front: HTML", server: "front", variant: "front", request: htmlRequest("/page.html") },
  {
    name: "front: Markdown, kept",
    server: "front",
    variant: "front",
    request: markdownRequest("/page.html"),
  },
  {
    name: "front: Markdown, made anew",
    server: "front",
    variant: "front",
    request: markdownRequest("/page.html", "cookie: a=1\r\n"),
  },
];

/** The service in front of a site, beside the site itself, a bare proxy of the same runtime, and nginx; then pages as Markdown beside their HTML. */
export async function benchProxy(options: BenchOptions): Promise<object> {
  const origin = await startServer({ runtime: "node", server: "origin", variant: "" });
  const address = `http://127.0.0.1:${origin.port}`;
  Object.assign(processEnvironment, { BENCH_ORIGIN: address });
  const rows: Record<string, Row[]> = {};
  const targets: PerformanceTarget[] = [];
  try {
    for (const runtime of options.runtimes) {
      for (const size of SIZES) {
        const request = getRequest(`/${size}`);
        const contestants: Contestant[] = [
          {
            name: "the origin itself",
            server: "origin",
            variant: "",
            request,
            start: async () => ({ ...origin, stop: async () => {} }),
          },
          { name: "bare proxy", server: "proxy", variant: "", request },
          { name: "Jackfield in front", server: "front", variant: "front", request },
          ...(isNginxInstalled()
            ? [
                {
                  name: "nginx",
                  server: "nginx",
                  variant: "",
                  request,
                  start: () => startNginx(address),
                },
              ]
            : []),
        ];
        const measured = await compare(runtime, {
          ...options,
          contestants,
          normalizeResponse: (body) => body,
        });
        (rows[size] ??= []).push(...measured);
        const [, bare, proxy] = measured;
        targets.push(
          ...createTarget(
            `${runtime}: Jackfield in front of the bare proxy, ${size}: CPU`,
            proxy,
            bare,
            1.25,
          ),
        );
        targets.push({
          description: `${runtime}: the bare proxy's best throughput of Jackfield's, ${size}`,
          measured: Math.max(...bare!.rates) / Math.max(...proxy!.rates),
          max: 1.25,
        });
      }
      const measured = await compare(runtime, {
        ...options,
        contestants: MARKDOWN,
        normalizeResponse: () => "",
      });
      (rows["markdown"] ??= []).push(...measured);
      const find = (name: string) => measured.find((row) => row.name === name);
      for (const mode of ["folder", "front"])
        targets.push(
          ...createTarget(
            `${runtime}: kept Markdown of HTML, ${mode}`,
            find(`${mode}: Markdown, kept`),
            find(`${mode}: HTML`),
            1,
          ),
        );
    }
  } finally {
    await origin.stop();
  }
  for (const [what, entries] of Object.entries(rows)) {
    const floor = (row: Row) =>
      entries.find(
        ({ runtime, name }) =>
          runtime === row.runtime &&
          (what === "markdown"
            ? name === `${row.name.split(":")[0]}: HTML`
            : name === "bare proxy"),
      );
    console.log(
      `\n${what}\n${formatTable(
        COLUMN_TITLES.map((title) => (what === "markdown" ? title.replace("bare", "HTML") : title)),
        entries.map((row) => formatRow(row, floor(row))),
      )}`,
    );
  }
  if (!isNginxInstalled()) console.log("\nnginx is not installed: left out.");
  console.log(`\n${formatTargets(targets)}`);
  return { rows, targets };
}
