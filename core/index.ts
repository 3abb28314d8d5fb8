export { toFetch, toResponse, type Answer, type AnswerBody, type Asked, type Handler } from "./http/handler.ts";
export { Problem, type ProblemCode, type ProblemOptions } from "./problem.ts";
export type { Content, PageEntry, Resource } from "./ports/content.ts";
export type { Log, RequestEntry } from "./ports/log.ts";
export { createSite, type SiteOptions } from "./site/index.ts";
export { isLoopback, leavesSite } from "./site/domain/address.ts";
export type { Site } from "./site/domain/site.ts";
export { decodeText, describeHtml, describeMarkdown } from "./site/domain/reading/index.ts";
export { sitemapEntries, type SitemapEntry } from "./site/domain/sitemap.ts";
