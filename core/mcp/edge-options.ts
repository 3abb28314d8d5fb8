import type { HttpRequest } from "../http/handler.ts";
import type { Problem } from "../http/problem.ts";
import type { RateLimit, RequestContext } from "../http/request-context.ts";
import type { DispatcherOptions } from "./dispatcher.ts";
import type { McpExtension } from "./extension.ts";
import type { ToolCaller } from "./operation-tools.ts";

/** The options of `createMcpEdge`. */
export interface McpEdgeOptions<Caller, Context> extends DispatcherOptions<ToolCaller<Context>> {
  /**
   * The cache scope of the tool list, by default `public`. Use `private` if the server requires a
   * credential.
   */
  readonly cacheScope?: "public" | "private" | undefined;
  /**
   * Charges messages. A tool call costs as much as its operation over HTTP, a method of the extension
   * as much as any operation, others 0.1. A large message costs more.
   */
  readonly rateLimit?: RateLimit | undefined;
  /** The costs of tool calls, by tool. Default: 1. */
  readonly costs?: Readonly<Record<string, number>> | undefined;
  /** Returns whether calls of a tool are rejected while the rate limiter is unavailable. */
  requiresLimiter?(tool: string): boolean;
  /** Returns the data of the error for a problem, by default the body of the problem document. */
  describeProblem?(problem: Problem, requestId: string): object;
  /** More methods of the stateless revisions. Default: none. */
  readonly extension?: McpExtension<Context> | undefined;
  /** Creates the context of a tool's operation. */
  createContext(request: HttpRequest, context: RequestContext, caller: Caller): Context;
}
