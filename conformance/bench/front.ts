import { type Contestant, cellsOf, compare, type Row, TITLES } from "./compare.ts";
import { hasNginx, startNginx } from "./nginx.ts";
import type { Options } from "./options.ts";
import { getRequest } from "./requests.ts";
import { environment } from "./runtimes.ts";
import { startServer } from "./server-process.ts";
import { tableOf } from "./table.ts";
import { type Target, target, targetLines } from "./targets.ts";

const SIZES = ["1k", "1m"];
const FOLDER_PAGE = "/docs/loudness-targets.html";
const asMarkdown = (path: string, more = "") =>
  getRequest(path).replace("accept: application/json\r\n", `accept: text/markdown\r\n${more}`);
const asPage = (path: string) => getRequest(path).replace("application/json", "text/html");

const MARKDOWN: readonly Contestant[] = [
  { name: "folder: HTML", server: "front", variant: "folder", request: asPage(FOLDER_PAGE) },
  {
    name: "folder: Markdown, kept",
    server: "front",
    variant: "folder",
    request: asMarkdown(FOLDER_PAGE),
  },
  { name: "front: HTML", server: "front", variant: "front", request: asPage("/page.html") },
  {
    name: "front: Markdown, kept",
    server: "front",
    variant: "front",
    request: asMarkdown("/page.html"),
  },
  {
    name: "front: Markdown, made anew",
    server: "front",
    variant: "front",
    request: asMarkdown("/page.html", "cookie: a=1\r\n"),
  },
];

/** The service in front of a site, beside the site itself, a bare proxy of the same runtime, and nginx; then pages as Markdown beside their HTML. */
export async function benchFront(options: Options): Promise<object> {
  const origin = await startServer({ runtime: "node", server: "origin", variant: "" });
  const address = `http://127.0.0.1:${origin.port}`;
  Object.assign(environment, { BENCH_ORIGIN: address });
  const rows: Record<string, Row[]> = {};
  const targets: Target[] = [];
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
          ...(hasNginx()
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
          essence: (body) => body,
        });
        (rows[size] ??= []).push(...measured);
        const [, bare, front] = measured;
        targets.push(
          ...target(
            `${runtime}: Jackfield in front of the bare proxy, ${size}: CPU`,
            front,
            bare,
            1.25,
          ),
        );
        targets.push({
          claim: `${runtime}: the bare proxy's best throughput of Jackfield's, ${size}`,
          figure: Math.max(...bare!.rates) / Math.max(...front!.rates),
          atMost: 1.25,
        });
      }
      const measured = await compare(runtime, {
        ...options,
        contestants: MARKDOWN,
        essence: () => "",
      });
      (rows["markdown"] ??= []).push(...measured);
      const find = (name: string) => measured.find((row) => row.name === name);
      for (const mode of ["folder", "front"])
        targets.push(
          ...target(
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
  for (const [what, its] of Object.entries(rows)) {
    const floor = (row: Row) =>
      its.find(
        ({ runtime, name }) =>
          runtime === row.runtime &&
          (what === "markdown"
            ? name === `${row.name.split(":")[0]}: HTML`
            : name === "bare proxy"),
      );
    console.log(
      `\n${what}\n${tableOf(
        TITLES.map((title) => (what === "markdown" ? title.replace("bare", "HTML") : title)),
        its.map((row) => cellsOf(row, floor(row))),
      )}`,
    );
  }
  if (!hasNginx()) console.log("\nnginx is not installed: left out.");
  console.log(`\n${targetLines(targets)}`);
  return { rows, targets };
}
