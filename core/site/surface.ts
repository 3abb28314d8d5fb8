import type { HttpRequest } from "../http/handler.ts";
import type { RateLimit } from "../http/request-context.ts";
import type { OpenHandler } from "../http/routing/route.ts";
import type { RouteCost } from "../http/routing/route-cost.ts";
import type { MetricsSource } from "../http/telemetry/metrics-source.ts";
import type { ContentSource } from "../ports/content.ts";
import type { SigningKeys } from "../ports/signing.ts";
import type { Commerce } from "./checkout/commerce.ts";
import type { AgentResource, CatalogEntry } from "./documents/agent-resource.ts";
import type { FullText } from "./full-text.ts";
import type { PageRenditions } from "./pages/page-renditions.ts";
import type { UpstreamProxy } from "./proxy/proxy.ts";
import type { Site } from "./site.ts";

/** Dependencies of the surfaces. */
export interface SurfaceDeps {
  readonly site: Site;
  readonly content: ContentSource;
  /** Returns the part of the Link header that all pages share. */
  linkHeader(): string;
  /** Pages as Markdown and text. */
  readonly renditions: PageRenditions;
  /** The pages in one text. */
  readonly fullText: FullText;
  /** Returns the network of a request. */
  clientKey(request: HttpRequest): string;
  /** Absent without a rate limit. */
  readonly rateLimit?: RateLimit | undefined;
  /** Present if the service is a reverse proxy. */
  readonly proxy?: UpstreamProxy | undefined;
  /** Present if the site can sell products. */
  readonly commerce?: Commerce | undefined;
  /** Whether the site has products at the moment. */
  sells(): boolean;
  /** Returns the resources that discovery documents list: the same array until they change. */
  resources(): readonly AgentResource[];
  /** The keys that sign outbound requests. Absent if requests aren't signed. */
  readonly signing?: SigningKeys | undefined;
  /** The metrics, and which clients may read them. Absent: no client may. */
  readonly metrics?: MetricsSource | undefined;
}

/** How discovery documents list a surface. */
export interface SurfaceLink {
  /** A registered link relation (IANA), or our own if none fits. */
  readonly rel: string;
  readonly title: string;
  /** The path of the API that the surface describes. Default: `/agent/site.json`. */
  readonly about?: string;
  /**
   * The entry in the AI catalog, with example queries. Absent if the catalog doesn't list the
   * surface.
   */
  readonly entry?: CatalogEntry;
}

/** A route that isn't an operation, such as a document or a page. */
export interface Surface {
  readonly path: string;
  readonly methods: readonly string[];
  readonly cost: RouteCost;
  /** The media types of its responses. Empty if they depend on the content. */
  readonly mediaTypes: readonly string[];
  /** Absent if agents have no use for the surface. */
  readonly link?: SurfaceLink;
  /** Set if live sites don't have the surface, because their pages are served elsewhere. */
  readonly requiresLocalPages?: true;
  /**
   * Set if the surface is for the operator. In reverse proxy mode its path begins with
   * `/.jackfield`, so that it can't hide a path of the upstream site.
   */
  readonly isOperatorOnly?: true;
  /** Set if the site's own pages are at the path while it has no products. */
  readonly requiresCommerce?: true;
  /** Returns whether a site has the surface, if that depends on its settings. */
  isEnabled?(site: Site): boolean;
  /** Set if only services that sign outbound requests have the surface. */
  readonly requiresSigning?: true;
  /** Set if signatures of requests aren't verified. */
  readonly access?: "open";
  createHandler(deps: SurfaceDeps): OpenHandler;
}

/** Returns the path of a surface on a site. */
export const surfacePath = ({ path, isOperatorOnly }: Surface, { isProxy }: Site): string =>
  isProxy && isOperatorOnly ? `/.jackfield${path}` : path;
