export type { Permission } from "../generated/table.ts";
export { type Html, html } from "./domain/html.ts";
export { createRate as rateOf, type Rate, rateStatus as standing, take } from "./domain/rate.ts";
export { escapeHtml as escaped } from "./domain/shell.ts";
export { thumbprint } from "./domain/signatures/keys.ts";
export type { NonceStore as Replays } from "./http/agents/nonce-store.ts";
export { signedOutbound } from "./http/agents/signed-outbound.ts";
export {
  type Handler,
  type HttpRequest as Asked,
  type HttpResponse as Answer,
  type ResponseBody as AnswerBody,
  toFetch,
  toResponse,
} from "./http/handler.ts";
export type { RateLimitOptions as Limit } from "./http/rate-limit.ts";
export { clientKey, storeClient as keepClient } from "./platform/connections/clients.ts";
export {
  type ConnectionsModule as Connecting,
  type ConnectionsOptions as ConnectingOptions,
  createConnections as createConnecting,
} from "./platform/connections/connections.ts";
export {
  openVault as openSafe,
  rewrapDataKeys as rewrapAll,
  type Vault as Safe,
} from "./platform/connections/vault.ts";
export { serializeCompiledApp } from "./platform/domain/catalog/compiled-format.ts";
export * from "./platform/domain/catalog/index.ts";
export { base64url, fromBase64url } from "./platform/domain/encryption/bytes.ts";
export { importMasterKey as masterKeyOf } from "./platform/domain/encryption/data-key.ts";
export { buildIndex } from "./platform/domain/find/build.ts";
export type { ToolDocument } from "./platform/domain/find/document.ts";
export {
  createKey as newKey,
  DEFAULT_ACCOUNT as ACCOUNT,
} from "./platform/domain/keys/create-key.ts";
export { compilePattern } from "./platform/domain/patterns/pattern.ts";
export { createPlatform, type PlatformOptions } from "./platform/index.ts";
export { listRemoteTools, type RemoteTool } from "./platform/remote/list-tools.ts";
export { cleanUpRuns as tidyRuns } from "./platform/runs/clean-up-runs.ts";
export type { RunConnections as ConnectionsForUse } from "./platform/runs/run-connections.ts";
export type { Catalog } from "./ports/catalog.ts";
export type { ContentSource as Content, PageEntry, Resource } from "./ports/content.ts";
export type { ApiKey } from "./ports/key-store.ts";
export type { Log, RequestEntry } from "./ports/log.ts";
export type { ProcessMetrics as ProcessFigures } from "./ports/process-metrics.ts";
export type { RateLimiter as Limiter, RateLimitResult as Taken } from "./ports/rate-limiter.ts";
export type {
  Upstream as Origin,
  UpstreamRequest as OriginRequest,
  UpstreamResponse as OriginAnswer,
} from "./ports/upstream.ts";
export { Problem, type ProblemCode, type ProblemOptions } from "./problem.ts";
export { isLoopback, leavesSite } from "./site/domain/address.ts";
export {
  explainElsewhere as whyElsewhere,
  listedPage,
  pagesOnSite,
  pathOnSite,
} from "./site/domain/listing.ts";
export { minorDigits } from "./site/domain/money.ts";
export { decodeText, describeHtml, describeMarkdown } from "./site/domain/reading/index.ts";
export { prepareIndex } from "./site/domain/search.ts";
export type { Site } from "./site/domain/site.ts";
export { readSitemap, type Sitemap, type SitemapEntry } from "./site/domain/sitemap.ts";
export { createSite, type SiteOptions } from "./site/index.ts";
