import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";
import { readHtml } from "../../../core/lib/page-reader/index.ts";
import { wholePageToMarkdown } from "../../reading/facts.ts";
import { ROOT } from "../load/runtimes.ts";

type Convert = (html: string, url: string) => string;

/** The HTML to Markdown converters, loaded on demand. The first two are Jackfield's. */
export const CONVERTERS: Record<string, () => Promise<Convert>> = {
  Jackfield: async () => (html, url) => readHtml(html, { url, format: "markdown" }).content,
  "Jackfield, whole page": async () => wholePageToMarkdown,
  "turndown, gfm": loadTurndown,
  mdream: loadMdream,
};

async function loadTurndown(): Promise<Convert> {
  const { default: Turndown } = await import("turndown");
  const { gfm } = (await import("turndown-plugin-gfm" as string)) as {
    gfm: import("turndown").Plugin;
  };
  const service = new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced" }).use(gfm);
  service.remove(["script", "style", "noscript", "title", "button", "select", "textarea"]);
  return (html) => service.turndown(html);
}

const MDREAM = "mdream@1.7.2";
/** Outside the lock file, because its binaries for other platforms could make `npm ci` fail. */
const MDREAM_FOLDER = `${ROOT}node_modules/.cache/mdream`;

async function loadMdream(): Promise<Convert> {
  await installMdream();
  const { htmlToMarkdown } = (await import(
    `${MDREAM_FOLDER}/node_modules/mdream/dist/index.mjs`
  )) as { htmlToMarkdown: (html: string) => string };
  return (html) => htmlToMarkdown(html);
}

async function installMdream(): Promise<void> {
  if (existsSync(`${MDREAM_FOLDER}/node_modules/mdream`)) return;
  await mkdir(MDREAM_FOLDER, { recursive: true });
  await promisify(execFile)(
    "npm",
    [
      "install",
      "--prefix",
      MDREAM_FOLDER,
      "--no-save",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      MDREAM,
    ],
    { timeout: 120_000 },
  );
}
