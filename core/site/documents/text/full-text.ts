import { Problem } from "../../../http/problem.ts";
import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import type { PageEntry } from "../../../ports/content.ts";
import type { FullText } from "../../full-text.ts";
import { readResource } from "../../pages/read-resource.ts";
import { pageUrl } from "../../site.ts";
import type { SurfaceDeps } from "../../surface.ts";
import {
  introSection,
  MAX_CHARACTERS,
  omittedSection,
  pageSection,
} from "../writers/write-llms-full.ts";
import { type SharedText, shareText } from "./shared-text.ts";

/** The maximum number of pages that are fetched from a live site. */
const MAX_FETCHED_PAGES = 100;

/** How many pages are read at once. */
const CONCURRENCY = 4;
/** The text is written again after this time, because pages of a live site change unnoticed. */
const REFRESH_MILLISECONDS = 600_000;

interface Version {
  readonly signature: string;
  readonly startedAt: number;
  readonly shared: SharedText;
  complete?: string;
}

type FullTextDeps = Pick<SurfaceDeps, "site" | "content" | "renditions">;

/**
 * Creates the text of all pages. It is written once for all clients, and again when pages are added,
 * removed or modified. After ten minutes it is written again while clients get the former one.
 */
export function createFullText(deps: FullTextDeps, now: () => number = Date.now): FullText {
  const isRemote = deps.site.pagesOrigin !== undefined || deps.site.isProxy === true;
  let isRequested = false;
  let version: Version | undefined;
  let next: Version | undefined;
  const signatureOf = createSignature();

  const start = (pages: readonly PageEntry[], signature: string): Version => {
    const shared = shareText(writeFullText(deps, pages));
    const started: Version = { signature, startedAt: now(), shared };
    shared.text.then(
      (text) => {
        started.complete = text;
        if (next === started) [version, next] = [started, undefined];
      },
      () => {
        if (version === started) version = undefined;
        if (next === started) next = undefined;
      },
    );
    return started;
  };

  const find = async (): Promise<Version> => {
    const pages = await deps.content.listPages();
    const signature = await signatureOf(pages);
    if (version?.signature !== signature) {
      version = start(pages, signature);
      next = undefined;
    } else if (version.complete !== undefined && now() - version.startedAt >= REFRESH_MILLISECONDS)
      next ??= start(pages, signature);
    return version;
  };

  return {
    async current() {
      isRequested = true;
      const { shared, complete } = await find();
      return { ...shared, complete };
    },
    async refresh() {
      if (isRemote && !isRequested) return;
      const found = await find();
      await (next ?? found).shared.text;
    },
  };
}

/** Creates a function that returns the same text for lists with the same pages and times. */
function createSignature(): (pages: readonly PageEntry[]) => Promise<string> {
  const signatures = new WeakMap<readonly PageEntry[], Promise<string>>();
  return (pages) => {
    const known = signatures.get(pages);
    if (known) return known;
    const text = pages.map(({ path, modified = "" }) => `${path} ${modified}`).join("\n");
    const signature = sha256(text).then(hex);
    signatures.set(pages, signature);
    return signature;
  };
}

/** Writes the text page by page, and lists at the end what it leaves out. */
async function* writeFullText(
  deps: FullTextDeps,
  pages: readonly PageEntry[],
): AsyncGenerator<string> {
  const { site } = deps;
  const limit = site.pagesOrigin ? Math.min(pages.length, MAX_FETCHED_PAGES) : pages.length;
  const omitted: string[] = [];
  let remaining = MAX_CHARACTERS;
  let included = 0;
  let unavailableError: unknown;
  const handleMissing = (error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "unavailable") unavailableError = error;
    return undefined;
  };
  for (let at = 0; at < pages.length; at += CONCURRENCY) {
    const batch = pages.slice(at, at + CONCURRENCY);
    const shouldRead = remaining > 0 && at < limit;
    const texts = await Promise.all(
      batch.map(async ({ path }) => ({
        path,
        content: shouldRead ? await readPageText(deps, path).catch(handleMissing) : undefined,
      })),
    );
    for (const { path, content } of texts) {
      if (content === undefined || content.length > remaining) {
        omitted.push(path);
        continue;
      }
      if (included === 0) yield introSection(site, pages.length);
      yield pageSection(site, { path, content });
      included++;
      remaining -= content.length;
    }
  }
  // Unreadable pages are omitted, but if the site is unreachable the whole text fails.
  if (included === 0 && unavailableError) throw unavailableError;
  if (included === 0) yield introSection(site, pages.length);
  yield omittedSection(site, omitted, pages.length);
}

async function readPageText(
  { site, content, renditions }: FullTextDeps,
  path: string,
): Promise<string | undefined> {
  const resource = await content.find(path);
  if (!resource) return undefined;
  const url = pageUrl(site, resource.path);
  const { body } = await readResource(resource, { url, format: "markdown", renditions });
  return new TextDecoder().decode(body);
}
