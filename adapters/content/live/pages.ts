import { createHash } from "node:crypto";
import { createSemaphore } from "../../../core/lib/kit/flow/semaphore.ts";
import { textBefore } from "../../../core/lib/kit/text/text-before.ts";
import { pathOnSite } from "../../../core/lib/sitemap/index.ts";
import type { PageEntry, Resource } from "../../../core/ports/content.ts";
import { MAX_PAGE_BYTES } from "../../../core/ports/content.ts";
import type { OutboundResponse } from "../../../core/ports/outbound.ts";
import { Problem } from "../../../core/site.ts";
import { createByteCache } from "./byte-cache.ts";
import { conditionalHeaders, type LiveSite, readValidators, type Validators } from "./live-site.ts";

const ACCEPT = "text/html, application/xhtml+xml;q=0.9, text/markdown;q=0.8, text/plain;q=0.7";

/** More requests than this don't wait for a slot, and are rejected. */
const MAX_WAITING = 64;

interface LivePagesOptions {
  /** How long a cached page is served without revalidation. */
  readonly freshMs: number;
  /** The maximum total size of cached pages. */
  readonly cacheBytes: number;
  /** Receives each page that has been fetched and may be stored. */
  onFetched?(page: PageEntry, resource: Resource, bytes: Uint8Array): void;
}

interface CachedPage {
  readonly resource: Resource;
  readonly validators: Validators;
  /** The modification time in the page list when the page was fetched. */
  readonly listedDate: string | undefined;
  readonly checkedAt: number;
}

/**
 * Creates a function that fetches pages, eight at a time. A cached page is served without
 * revalidation for `freshMs`, unless Cache-Control forbids it or the list has a newer modification
 * time. Calls `onFetch` first if the page must be fetched.
 */
export function createPageReader(
  site: LiveSite,
  { freshMs, cacheBytes, onFetched }: LivePagesOptions,
): (page: PageEntry, onFetch?: () => Promise<void> | void) => Promise<Resource | undefined> {
  const cache = createByteCache<CachedPage>(cacheBytes);
  const pending = new Map<string, Promise<Resource | undefined>>();
  const semaphore = createSemaphore(8);

  async function fetchPage(
    page: PageEntry,
    cached: CachedPage | undefined,
  ): Promise<Resource | undefined> {
    const response = await site.get(page.path, {
      headers: { accept: ACCEPT, ...conditionalHeaders(cached?.validators) },
      maxBytes: MAX_PAGE_BYTES,
      timeoutMs: 10_000,
    });
    const isUnchanged = response.status === 304 && cached !== undefined;
    if (!isUnchanged && response.status !== 200) {
      await response.body.cancel();
      cache.delete(page.path);
      return rejectResponse(site.origin + page.path, response);
    }
    const resource = isUnchanged ? cached.resource : await createResource(site, page, response);
    const cacheControl = response.headers.get("cache-control") ?? "";
    if (/\b(no-store|private)\b/i.test(cacheControl)) cache.delete(page.path);
    else {
      const checkedAt = /\bno-cache\b|\bmax-age=0\b/i.test(cacheControl) ? -Infinity : Date.now();
      const validators = isUnchanged ? cached.validators : readValidators(response);
      cache.set(
        page.path,
        { resource, validators, listedDate: page.modified, checkedAt },
        resource.size + 1024,
      );
      if (!isUnchanged) onFetched?.(page, resource, await resource.bytes());
    }
    return resource;
  }

  return async (page, onFetch) => {
    const cached = cache.get(page.path);
    if (cached && cached.listedDate === page.modified && Date.now() - cached.checkedAt < freshMs)
      return cached.resource;
    await onFetch?.();
    let pendingPage = pending.get(page.path);
    if (!pendingPage) {
      if (semaphore.waiting >= MAX_WAITING)
        throw new Problem("unavailable", "The site is too slow for the number of requests.");
      pendingPage = semaphore
        .run(() => fetchPage(page, cached))
        .finally(() => pending.delete(page.path));
      pending.set(page.path, pendingPage);
    }
    return pendingPage;
  };
}

/** Returns `undefined` for a missing page, and throws a `Problem` for any other error status. */
function rejectResponse(url: string, { status, headers }: OutboundResponse): undefined {
  if (status === 404 || status === 410) return undefined;
  if (status === 429 || status >= 500) {
    const seconds = Number(headers.get("retry-after") ?? "NaN");
    const wait = Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), 3600) : 30;
    throw new Problem("unavailable", `${url} returned ${status}.`, {
      cause: { status },
      headers: { "retry-after": String(wait) },
    });
  }
  throw new Problem("unreadable_page", `${url} returned ${status}.`, {
    hint: "Fetch the URL directly.",
  });
}

async function createResource(
  site: LiveSite,
  page: PageEntry,
  response: OutboundResponse,
): Promise<Resource> {
  const type = response.headers.get("content-type") ?? "";
  if (!/^\s*(text\/html|application\/xhtml\+xml|text\/markdown|text\/plain)\s*(;|$)/i.test(type)) {
    await response.body.cancel();
    const kind = textBefore(type, ";").trim().slice(0, 100);
    throw new Problem(
      "unreadable_page",
      `${site.origin}${page.path} ${kind ? `is ${kind}` : "has no Content-Type"}. Only HTML, Markdown and plain text can be read.`,
      {
        hint: "Fetch the URL directly.",
      },
    );
  }
  const bytes = await site.withProblems(response.bytes());
  const { etag, lastModified } = readValidators(response);
  const robots = response.headers.get("x-robots-tag");
  const modified = Date.parse(lastModified ?? "");
  return {
    path: pathOnSite(site.origin, response.url) ?? page.path,
    type,
    size: bytes.byteLength,
    etag: etag ?? `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    modified: Number.isNaN(modified)
      ? (page.modified ?? new Date().toISOString())
      : new Date(modified).toISOString(),
    ...(robots !== null && { robots }),
    bytes: async () => bytes,
    stream: (start = 0, end = bytes.byteLength - 1) =>
      new Blob([bytes.slice(start, end + 1) as Uint8Array<ArrayBuffer>]).stream(),
  };
}
