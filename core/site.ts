/** The site service alone, for runtimes that don't need the platform. */
export {
  type Handler,
  type HttpRequest,
  type HttpResponse,
  toFetch,
  toResponse,
} from "./http/handler.ts";
export { Problem, type ProblemCode } from "./http/problem.ts";
export { createSite, type SiteOptions } from "./site/index.ts";
export type { Site } from "./site/site.ts";
