import { Marked } from "marked";
import { readMarkdown } from "./reading/index.ts";
import { pageInShell } from "./shell.ts";
import type { Site } from "./site.ts";

const marked = new Marked({ gfm: true, async: false });

/** A Markdown page for people: GitHub-flavoured Markdown as HTML. It is the operator's own, so its HTML stays as it is. */
export function markdownPage(site: Site, source: string, url: string): string {
  const { title, description } = readMarkdown(source, { url, format: "markdown" });
  const body = source.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n/, "");
  return pageInShell(site, { title, description, main: marked.parse(body, { async: false }) });
}
