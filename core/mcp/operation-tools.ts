import type { Permission, Table } from "../../generated/table.ts";
import { withOwnOrigin } from "../http/example-origin.ts";
import type { Meter } from "../http/meter.ts";
import type { Contract, OperationName } from "../http/operation.ts";
import { internalProblem, Problem } from "../http/problem.ts";
import type { Run } from "../http/run-operation.ts";
import { attempt } from "../lib/kit/chain.ts";
import type { Log } from "../ports/log.ts";
import type { DispatcherOptions, ServerInfo, ToolResult } from "./dispatcher.ts";
import { ERROR_CODES, type RpcFailure, SerializedResult } from "./message.ts";
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
  /** Throws a `Problem` if the caller lacks the permission that an operation needs. */
  authorize?(context: C["context"], permission: Permission): void;
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
  authorize,
}: OperationToolsOptions<C>): DispatcherOptions<ToolCaller<C["context"]>> {
  const { byTool, list } = listTools(table);
  return {
    info,
    instructions,
    tools: withOwnOrigin(list, origin),
    call(name, input, { context, requestId }) {
      const operation = byTool.get(name);
      if (operation === undefined) {
        meter?.call(undefined, "problem");
        return undefined;
      }
      const runOperation = () => {
        const { permission } = table.operations[operation]!;
        if (permission !== undefined) authorize?.(context, permission);
        return run(operation as OperationName<C>, input, context);
      };
      const succeed = (output: unknown): ToolResult => {
        meter?.call(name, "success");
        return toToolResult(output);
      };
      const fail = (error: unknown): ToolResult => {
        if (!(error instanceof Problem) && !context.signal.aborted) log?.error(error, requestId);
        const problem = error instanceof Problem ? error : internalProblem();
        meter?.call(name, error instanceof Problem && problem.status < 500 ? "problem" : "fault");
        // An operation whose cost is known only later is rejected like a request over the rate.
        if (problem.code === "rate_limited") throw toRpcFailure(problem, requestId);
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
