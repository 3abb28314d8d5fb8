import type { SitemapFile } from "../content/live/sitemap-file.ts";
import type { LiveContent } from "../content/live-content.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** The most files that are listed one by one. */
const MAX_LISTED = 20;

/** What a live site's sitemaps list, file by file, and what is wrong with their entries. */
export function checkLiveSite({ origin, list }: Pick<LiveContent, "origin" | "list">): Finding[] {
  const { pages, files, remarks } = list!;
  const valid = files.filter(({ errors }) => errors.count === 0);
  const broken = files.filter(({ errors }) => errors.count > 0);
  const findings = [
    ...valid
      .slice(0, MAX_LISTED)
      .map((file) => ok(`${origin}${file.path} lists ${formatCount(file)}.`)),
    ...broken.slice(0, MAX_LISTED).map((file) => createBrokenFinding(origin, file)),
    ...remarks
      .filter((remark) => !/^\d+ listed addresses/.test(remark))
      .map((remark) => note(remark)),
  ];
  const remaining =
    Math.max(valid.length - MAX_LISTED, 0) + Math.max(broken.length - MAX_LISTED, 0);
  if (remaining > 0) findings.push(ok(`${remaining} more sitemaps were read.`));
  if (pages.length === 0)
    findings.push(
      problem(
        `${origin} lists no page of its own.`,
        "Set SITE_CONTENT to the host whose addresses the sitemap has, with or without www.",
      ),
    );
  else findings.push(ok(`${origin} has ${pages.length} pages.`));
  return findings;
}

const formatCount = ({ files, pages }: SitemapFile) =>
  files ? `${files.length} files` : `${pages.length} pages`;

function createBrokenFinding(origin: string, file: SitemapFile): Finding {
  const { count, first } = file.errors;
  const lines = first.map(({ line, wrong }) => `line ${line} ${wrong}`);
  if (count > first.length) lines.push(`and ${count - first.length} more`);
  return {
    ...note(
      `${origin}${file.path} lists ${formatCount(file)}; something is wrong with ${count === 1 ? "one entry" : `${count} entries`}:`,
    ),
    lines,
    action:
      "Mend them where the sitemap is made. What is no address of the site is left out, and so is a date that is none.",
  };
}
