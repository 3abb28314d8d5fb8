import { createHash } from "node:crypto";
import { type PageEntry, Problem, pathOnSite, type Resource } from "../../../core/index.ts";
import type { OutboundAnswer } from "../../../core/ports/outbound.ts";
import { byteCache } from "./byte-cache.ts";
import { gate } from "./gate.ts";
import { conditions, type LiveSite, type Validators, validatorsOf } from "./site.ts";

const PAGE_BYTES = 8 * 1024 * 1024;
const ACCEPT = "text/html, application/xhtml+xml;q=0.9, text/markdown;q=0.8, text/plain;q=0.7";

export interface LivePagesOptions {
  /** How long a page answers without being asked for again. */
  readonly freshMs: number;
  /** Of the pages that are kept, all together. */
  readonly keepBytes: number;
}

interface Kept {
  readonly resource: Resource;
  readonly validators: Validators;
  /** When the list said it had changed, as of then. */
  readonly listed: string | undefined;
  readonly checked: number;
}

/**
 * Fetches pages as they are asked for, eight at a time. A page that is kept answers for `freshMs`, unless the site or a
 * newer date in the list says otherwise, and then only once the site has said that it is still so.
 */
export function livePages(
  site: LiveSite,
  { freshMs, keepBytes }: LivePagesOptions,
): (page: PageEntry) => Promise<Resource | undefined> {
  const cache = byteCache<Kept>(keepBytes);
  const underway = new Map<string, Promise<Resource | undefined>>();
  const pass = gate(8, 64);

  async function fetched(page: PageEntry, kept: Kept | undefined): Promise<Resource | undefined> {
    const answer = await site.get(page.path, {
      headers: { accept: ACCEPT, ...conditions(kept?.validators) },
      maxBytes: PAGE_BYTES,
      timeoutMs: 10_000,
    });
    const isSame = answer.status === 304 && kept !== undefined;
    if (!isSame && answer.status !== 200) {
      await answer.body.cancel();
      cache.delete(page.path);
      return refused(site.origin + page.path, answer);
    }
    const resource = isSame ? kept.resource : await resourceOf(site, page, answer);
    const control = answer.headers.get("cache-control") ?? "";
    if (/\b(no-store|private)\b/i.test(control)) cache.delete(page.path);
    else {
      const checked = /\bno-cache\b|\bmax-age=0\b/i.test(control) ? -Infinity : Date.now();
      const validators = isSame ? kept.validators : validatorsOf(answer);
      cache.set(
        page.path,
        { resource, validators, listed: page.modified, checked },
        resource.size + 1024,
      );
    }
    return resource;
  }

  return (page) => {
    const kept = cache.get(page.path);
    if (kept && kept.listed === page.modified && Date.now() - kept.checked < freshMs)
      return Promise.resolve(kept.resource);
    let work = underway.get(page.path);
    if (!work) {
      work = pass(() => fetched(page, kept)).finally(() => underway.delete(page.path));
      underway.set(page.path, work);
    }
    return work;
  };
}

/** What a status that is no page means: nothing there, not for us, or not now. */
function refused(url: string, { status, headers }: OutboundAnswer): undefined {
  if (status === 404 || status === 410) return undefined;
  if (status === 429 || status >= 500) {
    const seconds = Number(headers.get("retry-after") ?? "NaN");
    const wait = Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), 3600) : 30;
    throw new Problem("unavailable", `${url} answers ${status}.`, {
      headers: { "retry-after": String(wait) },
    });
  }
  throw new Problem("unreadable_page", `${url} answers ${status} to this service.`, {
    hint: "Ask for the page itself, as a browser would.",
  });
}

async function resourceOf(
  site: LiveSite,
  page: PageEntry,
  answer: OutboundAnswer,
): Promise<Resource> {
  const type = answer.headers.get("content-type") ?? "";
  if (!/^\s*(text\/html|application\/xhtml\+xml|text\/markdown|text\/plain)\s*(;|$)/i.test(type)) {
    await answer.body.cancel();
    const kind = type.split(";", 1)[0]!.trim().slice(0, 100);
    throw new Problem(
      "unreadable_page",
      `${site.origin}${page.path} ${kind ? `is ${kind}` : "does not say what it is"}: only HTML, Markdown and plain text can be read.`,
      {
        hint: "Fetch the URL itself for its bytes.",
      },
    );
  }
  const bytes = await site.reading(answer.bytes());
  const { etag, lastModified } = validatorsOf(answer);
  const modified = Date.parse(lastModified ?? "");
  return {
    path: pathOnSite(site.origin, answer.url) ?? page.path,
    type,
    size: bytes.byteLength,
    etag: etag ?? `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    modified: Number.isNaN(modified)
      ? (page.modified ?? new Date().toISOString())
      : new Date(modified).toISOString(),
    bytes: async () => bytes,
    stream: (start = 0, end = bytes.byteLength - 1) =>
      new Blob([bytes.slice(start, end + 1) as Uint8Array<ArrayBuffer>]).stream(),
  };
}
