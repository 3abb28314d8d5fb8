export type { Permission } from "../generated/table.ts";
export { type Html, html } from "./domain/html.ts";
export { createRate, type Rate, rateStatus, take } from "./domain/rate.ts";
export { escapeHtml } from "./domain/shell.ts";
export { thumbprint } from "./domain/signatures/keys.ts";
export type { NonceStore } from "./http/agents/nonce-store.ts";
export { signedOutbound } from "./http/agents/signed-outbound.ts";
export {
  type Handler,
  type HttpRequest,
  type HttpResponse,
  type ResponseBody,
  toFetch,
  toResponse,
} from "./http/handler.ts";
export type { RateLimitOptions } from "./http/rate-limit.ts";
export { clientKey, storeClient } from "./platform/connections/clients.ts";
export {
  type ConnectionsModule,
  type ConnectionsOptions,
  createConnections,
} from "./platform/connections/connections.ts";
export {
  openVault,
  rewrapDataKeys,
  type Vault,
} from "./platform/connections/vault.ts";
export { serializeCompiledApp } from "./platform/domain/catalog/compiled-format.ts";
export * from "./platform/domain/catalog/index.ts";
export { base64url, fromBase64url } from "./platform/domain/encryption/bytes.ts";
export { importMasterKey } from "./platform/domain/encryption/data-key.ts";
export { buildIndex } from "./platform/domain/find/build.ts";
export type { ToolDocument } from "./platform/domain/find/document.ts";
export {
  createKey,
  DEFAULT_ACCOUNT,
} from "./platform/domain/keys/create-key.ts";
export { compilePattern } from "./platform/domain/patterns/pattern.ts";
export { createPlatform, type PlatformOptions } from "./platform/index.ts";
export { listRemoteTools, type RemoteTool } from "./platform/remote/list-tools.ts";
export { cleanUpRuns } from "./platform/runs/clean-up-runs.ts";
export type { RunConnections } from "./platform/runs/run-connections.ts";
export type { Catalog } from "./ports/catalog.ts";
export type { ContentSource, PageEntry, Resource } from "./ports/content.ts";
export type { ApiKey } from "./ports/key-store.ts";
export type { Log, RequestEntry } from "./ports/log.ts";
export type { ProcessMetrics } from "./ports/process-metrics.ts";
export type { RateLimiter, RateLimitResult } from "./ports/rate-limiter.ts";
export type {
  Upstream,
  UpstreamRequest,
  UpstreamResponse,
} from "./ports/upstream.ts";
export { Problem, type ProblemCode, type ProblemOptions } from "./problem.ts";
export { isLoopback, leavesSite } from "./site/domain/address.ts";
export {
  explainForeignUrl,
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
