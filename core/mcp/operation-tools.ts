import type { Permission, Table } from "../../generated/table.ts";
import { withOwnOrigin } from "../http/origins/example-origin.ts";
import { internalProblem, Problem } from "../http/problem.ts";
import type { Contract, OperationName } from "../http/routing/operation.ts";
import type { Run } from "../http/routing/run-operation.ts";
import type { Meter } from "../http/telemetry/meter.ts";
import { attempt } from "../lib/kit/flow/chain.ts";
import { requireValue } from "../lib/kit/require-value.ts";
import type { Log } from "../ports/log.ts";
import type { Tracer } from "../ports/tracer.ts";
import type { DispatcherOptions, ServerInfo } from "./dispatcher.ts";
import {
  type LinkRequest,
  linkNotOpened,
  linkRequired,
  opensLinks,
  readLinkAnswer,
} from "./elicitation.ts";
import { ERROR_CODES, type RpcFailure, SerializedResult } from "./message.ts";
import type { ToolResult } from "./tool-result.ts";
import { listTools } from "./tools.ts";

/** The caller of a tool: the context for its operation and the ID of the HTTP request. */
export interface ToolCaller<Context> {
  readonly context: Context;
  readonly requestId: string;
}

export interface OperationToolsOptions<C extends Contract> {
  readonly table: Table;
  readonly run: Run<C>;
  readonly info: ServerInfo;
  readonly instructions: string;
  /** The origin of the service, for the examples in the schemas. */
  readonly origin: string;
  readonly log?: Log | undefined;
  readonly meter?: Meter | undefined;
  readonly tracer?: Tracer | undefined;
  /** Throws a `Problem` if the caller lacks the permission that an operation needs. */
  authorize?(context: C["context"], permission: Permission): void;
  /** The operations whose output has a page that the user has to open. */
  readonly links?: Readonly<Record<string, OutputLink<C>>> | undefined;
}

/** How the output of an operation leads to a page for the user. */
export interface OutputLink<C extends Contract> {
  /** Returns the page of an output, if it has one. */
  find(output: any): LinkRequest | undefined;
  /**
   * Returns the current output after the user has opened the page. `output` was stored by the
   * client, which may have changed it.
   */
  refresh(output: any, run: Run<C>, context: C["context"]): unknown;
}

/**
 * Creates the MCP server of a service. Its tools are the operations that the spec marks as tools.
 */
export function operationTools<
  C extends Contract & { readonly context: { readonly signal: AbortSignal } },
>({
  table,
  run,
  info,
  instructions,
  origin,
  log,
  meter,
  tracer,
  authorize,
  links = {},
}: OperationToolsOptions<C>): DispatcherOptions<ToolCaller<C["context"]>> {
  const { byTool, list } = listTools(table);
  return {
    info,
    instructions,
    tools: withOwnOrigin(list, origin),
    call(name, input, { context, requestId }, request) {
      const operation = byTool.get(name);
      if (operation === undefined) {
        meter?.call(undefined, "problem");
        return undefined;
      }
      tracer?.annotate({ "mcp.method.name": "tools/call", "gen_ai.tool.name": name });
      const answer = readLinkAnswer(request);
      if (answer && answer.action !== "accept") return linkNotOpened(answer.action);
      const asksForLinks = !answer && opensLinks(request.meta);
      const link = links[operation];
      const runOperation = () => {
        const { permission } = requireValue(table.operations[operation], operation);
        if (permission !== undefined) authorize?.(context, permission);
        return link && answer?.output
          ? link.refresh(answer.output, run, context)
          : run(operation as OperationName<C>, input, context);
      };
      const succeed = (output: unknown): ToolResult => {
        meter?.call(name, "success");
        const required = asksForLinks ? link?.find(output) : undefined;
        return required ? linkRequired(required, output) : toToolResult(output);
      };
      const fail = (error: unknown): ToolResult => {
        if (!(error instanceof Problem) && !context.signal.aborted) log?.error(error, requestId);
        const problem = error instanceof Problem ? error : internalProblem();
        meter?.call(name, error instanceof Problem && problem.status < 500 ? "problem" : "fault");
        // An operation whose cost is known only later is rejected like a request over the rate.
        if (problem.code === "rate_limited") throw toRpcFailure(problem, requestId);
        const required = asksForLinks && linkOf(problem);
        if (required) return linkRequired(required);
        // Without structuredContent, because the SDK's client validates it against outputSchema
        // even for errors.
        return {
          content: [{ type: "text", text: JSON.stringify(problem.toBody(requestId)) }],
          isError: true,
        };
      };
      return attempt(runOperation, succeed, fail);
    },
  };
}

/** Returns the page that resolves a problem. The operation has done nothing and can be repeated. */
function linkOf({ message, extensions }: Problem): LinkRequest | undefined {
  const url = extensions?.connect_url ?? extensions?.reconnect_url;
  return url === undefined ? undefined : { message, url };
}

const toRpcFailure = (problem: Problem, requestId: string): RpcFailure => ({
  code: ERROR_CODES.rejected,
  message: `${problem.message} ${problem.hint}`,
  data: problem.toBody(requestId),
  status: problem.status,
  headers: problem.headers,
});

/** Serializes an output once, as the structured content and as its text. */
export function toToolResult(output: unknown): SerializedResult {
  const json = JSON.stringify(output);
  const text = JSON.stringify(json);
  return new SerializedResult(
    `"content":[{"type":"text","text":${text}}],"structuredContent":${json}`,
  );
}
