export type { Permission } from "../generated/table.ts";
export { type Html, html } from "./domain/html.ts";
export { type Rate, rateOf, standing, take } from "./domain/rate.ts";
export { escaped } from "./domain/shell.ts";
export { thumbprint } from "./domain/signatures/keys.ts";
export { signedOutbound } from "./http/agents/outgoing.ts";
export type { Replays } from "./http/agents/replays.ts";
export {
  type Answer,
  type AnswerBody,
  type Asked,
  type Handler,
  toFetch,
  toResponse,
} from "./http/handler.ts";
export type { Limit } from "./http/limit.ts";
export { clientKey, keepClient } from "./platform/connections/clients.ts";
export {
  type Connecting,
  type ConnectingOptions,
  createConnecting,
} from "./platform/connections/connecting.ts";
export { openSafe, rewrapAll, type Safe } from "./platform/connections/safe.ts";
export * from "./platform/domain/catalogue/index.ts";
export { keptText } from "./platform/domain/catalogue/kept.ts";
export { buildIndex } from "./platform/domain/find/build.ts";
export type { ToolDocument } from "./platform/domain/find/document.ts";
export { ACCOUNT, newKey } from "./platform/domain/keys/new-key.ts";
export { compilePattern } from "./platform/domain/patterns/pattern.ts";
export { base64url, fromBase64url } from "./platform/domain/seal/bytes.ts";
export { masterKeyOf } from "./platform/domain/seal/data-key.ts";
export { createPlatform, type PlatformOptions } from "./platform/index.ts";
export { listRemoteTools, type RemoteTool } from "./platform/remote/list.ts";
export type { ConnectionsForUse } from "./platform/runs/connections-for-use.ts";
export { tidyRuns } from "./platform/runs/tidy.ts";
export type { ApiKey } from "./ports/accounts.ts";
export type { Catalogue } from "./ports/catalogue.ts";
export type { Content, PageEntry, Resource } from "./ports/content.ts";
export type { Limiter, Taken } from "./ports/limiter.ts";
export type { Log, RequestEntry } from "./ports/log.ts";
export type { Origin, OriginAnswer, OriginRequest } from "./ports/origin.ts";
export type { ProcessFigures } from "./ports/process.ts";
export { Problem, type ProblemCode, type ProblemOptions } from "./problem.ts";
export { isLoopback, leavesSite } from "./site/domain/address.ts";
export { listedPage, pagesOnSite, pathOnSite, whyElsewhere } from "./site/domain/listing.ts";
export { minorDigits } from "./site/domain/money.ts";
export { decodeText, describeHtml, describeMarkdown } from "./site/domain/reading/index.ts";
export { prepareIndex } from "./site/domain/search.ts";
export type { Site } from "./site/domain/site.ts";
export { readSitemap, type Sitemap, type SitemapEntry } from "./site/domain/sitemap.ts";
export { createSite, type SiteOptions } from "./site/index.ts";
