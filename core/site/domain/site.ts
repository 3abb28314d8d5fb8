import type { CrawlerPreferences } from "./robots.ts";

/** What the operator says of the site. */
export interface Site extends CrawlerPreferences {
  /** Its base: an origin, without a slash at the end. */
  readonly origin: string;
  /** Where its pages are, if that is elsewhere: the origin of a live site, which serves them itself. */
  readonly pagesOrigin?: string | undefined;
  /** Whether a link to its Markdown is added to each page's HTML. */
  readonly htmlHints?: boolean | undefined;
  /** Whether its pages are those of a site that the service stands in front of. */
  readonly isProxy?: boolean | undefined;
  readonly name: string;
  readonly description: string;
  /** An e-mail address or a URL for support and removal requests. */
  readonly contact?: string | undefined;
  /** Whom to tell of a weakness, as a URL (`mailto:` too), and what becomes of it (RFC 9116). */
  readonly security?:
    | { readonly contact: string; readonly policy?: string | undefined }
    | undefined;
  /** Where its terms of sale and its privacy policy are: paths of its pages, or anywhere. */
  readonly terms?: string | undefined;
  readonly privacy?: string | undefined;
  /** What this site's agents might look for in vain, besides what no site served here offers. */
  readonly notOffered: readonly { readonly what: string; readonly detail: string }[];
}

/** The most characters (UTF-16 code units) that a part of a page has. */
export const PART_CHARACTERS = 20_000;

/** The address of something that this service serves. */
export const serviceUrl = ({ origin }: Site, path: string): string => origin + path;

/** The address of one of its pages. */
export const pageUrl = ({ origin, pagesOrigin = origin }: Site, path: string): string =>
  pagesOrigin + path;
