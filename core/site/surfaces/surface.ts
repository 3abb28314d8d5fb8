import type { MetricFamily } from "../../domain/exposition.ts";
import type { HttpRequest } from "../../http/handler.ts";
import type { RateLimitCheck } from "../../http/rate-limit.ts";
import type { RouteHandler } from "../../http/router.ts";
import type { ContentSource } from "../../ports/content.ts";
import type { SigningKeys } from "../../ports/signing.ts";
import type { Commerce } from "../checkouts/commerce.ts";
import type { AgentResource } from "../domain/agent-resource.ts";
import type { Site } from "../domain/site.ts";
import type { MarkdownCache } from "./markdown-cache.ts";
import type { UpstreamProxy } from "./proxy.ts";

/** What a surface answers from. */
export interface SurfaceDeps {
  readonly site: Site;
  readonly content: ContentSource;
  /** What every page's Link header says. */
  readonly linkHeader: string;
  readonly markdownCache: MarkdownCache;
  /** Holds clients to the rate; nobody is counted by default. */
  readonly checkRateLimit?: RateLimitCheck | undefined;
  /** The site that the service stands in front of, if it does. */
  readonly proxy?: UpstreamProxy | undefined;
  /** What buying needs; none where nothing is for sale. */
  readonly commerce?: Commerce | undefined;
  /** Everything that is served for agents to find, as the site's description lists it. */
  readonly resources: readonly AgentResource[];
  /** The service's own keys; none where it signs nothing. */
  readonly signing?: SigningKeys | undefined;
  /** What is counted, and who may see it; no one by default. */
  readonly metrics?:
    | { isAllowed(request: HttpRequest): boolean; families(): MetricFamily[] }
    | undefined;
}

/** What a surface is to the site, and to whom it is told. */
export interface SurfaceLink {
  /** A registered link relation (IANA), or a word of ours where none fits. */
  readonly rel: string;
  readonly title: string;
  /** The path of the API that it says something of; the site's description of itself by default. */
  readonly about?: string;
  /** How the AI catalog lists it: its name there, and what somebody might ask for who needs it. Left out where it does not. */
  readonly entry?: { readonly name: string; readonly queries: readonly string[] };
}

/** Something served that is no operation: a document, a page. */
export interface Surface {
  readonly path: string;
  readonly methods: readonly string[];
  /** The media types that it answers in; none where they depend on the content. */
  readonly mediaTypes: readonly string[];
  /** How every list of what is served names it; left out where agents have no use for it. */
  readonly link?: SurfaceLink;
  /** Set where a site has it whose pages are served here, and not a live one elsewhere. */
  readonly requiresLocalPages?: true;
  /** Set where it is the operator's: before a site it stands under /.jackfield/, for the path may be the site's own. */
  readonly isOperatorOnly?: true;
  /** Set where it is there only if something is for sale. */
  readonly requiresCommerce?: true;
  /** Whether this site has it, where that depends on its settings. */
  isEnabled?(site: Site): boolean;
  /** Set where it is there only if the service signs what it fetches. */
  readonly requiresSigning?: true;
  createHandler(deps: SurfaceDeps): RouteHandler;
}

/** Where a surface stands on a site. */
export const surfacePath = ({ path, isOperatorOnly }: Surface, { isProxy }: Site): string =>
  isProxy && isOperatorOnly ? `/.jackfield${path}` : path;
