import type { SearchScope } from "../lib/page-search/index.ts";
import type { CrawlerPreferences } from "./documents/writers/write-robots.ts";

/** The operator's description of the site. */
export interface Site extends CrawlerPreferences {
  /** The public origin of this service, without a trailing slash. */
  readonly origin: string;
  /** The origin of a live site, which serves the pages itself. */
  readonly pagesOrigin?: string | undefined;
  /** Whether each HTML page gets a link to its Markdown mirror. */
  readonly htmlHints?: boolean | undefined;
  /** Whether pages as Markdown begin with YAML front matter, unless a request says otherwise. */
  readonly frontMatter?: boolean | undefined;
  /** What the page search covers. Default: `text`, as far as the content source knows it. */
  readonly search?: SearchScope | undefined;
  /** Whether the service is a reverse proxy. */
  readonly isProxy?: boolean | undefined;
  readonly name: string;
  readonly description: string;
  /** An email address or a URL for support and removal requests. */
  readonly contact?: string | undefined;
  /**
   * The security contact, as a URL such as `mailto:`, and the URL of the disclosure policy (RFC
   * 9116).
   */
  readonly security?:
    | { readonly contact: string; readonly policy?: string | undefined }
    | undefined;
  /** The terms of sale: a path of the site or an absolute URL. */
  readonly terms?: string | undefined;
  /** The privacy policy: a path of the site or an absolute URL. */
  readonly privacy?: string | undefined;
  /**
   * Things that agents might expect but this site doesn't offer, besides those that Jackfield never
   * offers.
   */
  readonly notOffered: readonly { readonly what: string; readonly detail: string }[];
}

/** The maximum length of a page part in UTF-16 code units. */
export const PART_CHARACTERS = 20_000;

/** Returns the URL of a path that this service serves. */
export const serviceUrl = ({ origin }: Site, path: string): string => origin + path;

/** Returns the URL of a page of the site. */
export const pageUrl = ({ origin, pagesOrigin = origin }: Site, path: string): string =>
  pagesOrigin + path;
