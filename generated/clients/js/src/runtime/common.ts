// What both clients export besides their resources and models.
export { Call, type CallResult, type RateLimit } from "./call.ts";
export { type ClientErrorCode, JackfieldError, type ProblemDetails } from "./errors.ts";
export type {
  CallOptions,
  ClientOptions,
  Hooks,
  KeyedClientOptions,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./options.ts";
export { type ListPage, Pages } from "./pages.ts";
