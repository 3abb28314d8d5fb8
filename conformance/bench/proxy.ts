import { isNginxInstalled, startNginx } from "./load/nginx.ts";
import { getRequest } from "./load/requests.ts";
import { processEnvironment } from "./load/runtimes.ts";
import { startServer } from "./load/server-process.ts";
import type { BenchOptions } from "./options.ts";
import { COLUMN_TITLES, type Contestant, compare, formatRow, type Row } from "./report/compare.ts";
import { formatTable } from "./report/table.ts";
import { createTarget, formatTargets, type PerformanceTarget } from "./report/targets.ts";

const SIZES = ["1k", "1m"];
const FOLDER_PAGE = "/docs/loudness-targets.html";
const markdownRequest = (path: string, headers = "") =>
  getRequest(path).replace("accept: application/json\r\n", `accept: text/markdown\r\n${headers}`);
const htmlRequest = (path: string) => getRequest(path).replace("application/json", "text/html");

const MARKDOWN: readonly Contestant[] = [
  {
    name: "folder: HTML",
    server: "jackfield-proxy",
    variant: "folder",
    request: htmlRequest(FOLDER_PAGE),
  },
  {
    name: "folder: Markdown, cached",
    server: "jackfield-proxy",
    variant: "folder",
    request: markdownRequest(FOLDER_PAGE),
  },
  {
    name: "proxy: HTML",
    server: "jackfield-proxy",
    variant: "proxy",
    request: htmlRequest("/page.html"),
  },
  {
    name: "proxy: Markdown, cached",
    server: "jackfield-proxy",
    variant: "proxy",
    request: markdownRequest("/page.html"),
  },
  {
    name: "proxy: Markdown, new",
    server: "jackfield-proxy",
    variant: "proxy",
    request: markdownRequest("/page.html", "cookie: a=1\r\n"),
  },
];

/**
 * Compares the reverse proxy with its upstream, a bare proxy on the same runtime and nginx. Then
 * compares pages as Markdown with their HTML.
 */
export async function benchProxy(options: BenchOptions): Promise<object> {
  const upstream = await startServer({ runtime: "node", server: "site-upstream", variant: "" });
  const address = `http://127.0.0.1:${upstream.port}`;
  Object.assign(processEnvironment, { BENCH_UPSTREAM: address });
  const rows = new Map<string, Row[]>();
  const addRows = (group: string, measured: readonly Row[]) =>
    rows.set(group, [...(rows.get(group) ?? []), ...measured]);
  const targets: PerformanceTarget[] = [];
  try {
    for (const runtime of options.runtimes) {
      for (const size of SIZES) {
        const request = getRequest(`/${size}`);
        const contestants: Contestant[] = [
          {
            name: "upstream",
            server: "site-upstream",
            variant: "",
            request,
            start: async () => ({ ...upstream, stop: async () => {} }),
          },
          { name: "bare proxy", server: "bare-proxy", variant: "", request },
          { name: "Jackfield", server: "jackfield-proxy", variant: "proxy", request },
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
        addRows(size, measured);
        const [, bare, proxy] = measured;
        targets.push(
          ...createTarget(`${runtime}: Jackfield ÷ bare proxy, ${size}, CPU`, proxy, bare, 1.25),
        );
        targets.push({
          description: `${runtime}: bare proxy ÷ Jackfield, ${size}, best throughput`,
          measured: Math.max(...bare!.rates) / Math.max(...proxy!.rates),
          max: 1.25,
        });
      }
      const measured = await compare(runtime, {
        ...options,
        contestants: MARKDOWN,
        normalizeResponse: () => "",
      });
      addRows("markdown", measured);
      const find = (name: string) => measured.find((row) => row.name === name);
      for (const mode of ["folder", "proxy"])
        targets.push(
          ...createTarget(
            `${runtime}: cached Markdown ÷ HTML, ${mode}`,
            find(`${mode}: Markdown, cached`),
            find(`${mode}: HTML`),
            1,
          ),
        );
    }
  } finally {
    await upstream.stop();
  }
  for (const [group, entries] of rows) {
    const findBaseline = (row: Row) =>
      entries.find(
        ({ runtime, name }) =>
          runtime === row.runtime &&
          (group === "markdown"
            ? name === `${row.name.split(":")[0]}: HTML`
            : name === "bare proxy"),
      );
    console.log(
      `\n${group}\n${formatTable(
        COLUMN_TITLES.map((title) =>
          group === "markdown" ? title.replace("bare", "HTML") : title,
        ),
        entries.map((row) => formatRow(row, findBaseline(row))),
      )}`,
    );
  }
  if (!isNginxInstalled()) console.log("\nnginx is not installed and is skipped.");
  console.log(`\n${formatTargets(targets)}`);
  return { rows: Object.fromEntries(rows), targets };
}
