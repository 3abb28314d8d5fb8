import { requireValue } from "../../../core/lib/kit/require-value.ts";
import { formatCount } from "../../../core/lib/kit/text/format-count.ts";
import type { SiteServiceSettings } from "../../config/site-service-settings.ts";
import { describeTime } from "../../content/live/site-indexer.ts";
import type { SitemapFile } from "../../content/live/sitemap-file.ts";
import type { LiveContent } from "../../content/live-content.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";

/** The maximum number of sitemaps that are listed individually. */
const MAX_LISTED = 20;

/** Reports what each sitemap of a live site lists, and its invalid entries. */
export function checkLiveSite({ origin, list }: Pick<LiveContent, "origin" | "list">): Finding[] {
  const { pages, files, remarks } = requireValue(list, "the page list of a live site");
  const valid = files.filter(({ errors }) => errors.count === 0);
  const broken = files.filter(({ errors }) => errors.count > 0);
  const findings = [
    ...valid
      .slice(0, MAX_LISTED)
      .map((file) => ok(`${origin}${file.path} lists ${formatContents(file)}.`)),
    ...broken.slice(0, MAX_LISTED).map((file) => createBrokenFinding(origin, file)),
    ...remarks.filter((remark) => !/^\d+ listed URLs? /.test(remark)).map((remark) => note(remark)),
  ];
  const remaining =
    Math.max(valid.length - MAX_LISTED, 0) + Math.max(broken.length - MAX_LISTED, 0);
  if (remaining > 0) findings.push(ok(`Jackfield read ${remaining} more sitemaps.`));
  if (pages.length === 0)
    findings.push(
      problem(
        `The sitemaps of ${origin} list no page of that host.`,
        "Set SITE_CONTENT to the host of the URLs in the sitemap, with or without www.",
      ),
    );
  else findings.push(ok(`${origin} has ${formatCount(pages.length, "page")}.`));
  return findings;
}

/** The time between two requests, unless robots.txt asks for more. */
const INTERVAL_MS = 500;

/** States how much of a site with a sitemap the search covers, and how long that takes. */
export function checkIndexing(
  { list }: Pick<LiveContent, "list">,
  { search, crawlPages }: Pick<SiteServiceSettings, "search" | "crawlPages">,
): Finding[] {
  const pages = list?.pages.length ?? 0;
  if (!list || list.files.length === 0 || pages === 0 || search === "paths") return [];
  return [describeIndexing(pages, crawlPages)];
}

function describeIndexing(pages: number, crawlPages: number): Finding {
  if (crawlPages === 0)
    return note(
      "SITE_CRAWL is 0, so search finds a page by its text only after someone has read it.",
      "Set SITE_CRAWL to the number of pages to read in the background.",
    );
  const read = Math.min(pages, crawlPages);
  const duration = `After a start, the server reads ${formatCount(read, "page")} for the search, ${describeTime(read * INTERVAL_MS)}`;
  if (read === pages) return ok(`${duration}.`);
  return note(
    `${duration}. It finds the other ${pages - read} by their path only.`,
    `Set SITE_CRAWL=${Math.min(pages, 10_000)} to read all of them.`,
  );
}

const formatContents = ({ files, pages }: SitemapFile) =>
  files ? formatCount(files.length, "file") : formatCount(pages.length, "page");

function createBrokenFinding(origin: string, file: SitemapFile): Finding {
  const { count, first } = file.errors;
  const lines = first.map(({ line, error }) => `line ${line} ${error}`);
  if (count > first.length) lines.push(`and ${count - first.length} more`);
  return {
    ...note(
      `${origin}${file.path} lists ${formatContents(file)}, but ${count === 1 ? "1 entry is" : `${count} entries are`} invalid:`,
    ),
    lines,
    action:
      "Fix them where the sitemap is generated. Jackfield skips URLs of other hosts and invalid URLs and dates.",
  };
}
