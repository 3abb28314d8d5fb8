import { type BindingName, table } from "../../../../generated/site/operations.ts";

import type { ParseInput } from "../../../http/input/input-schema.ts";
import { withOwnOrigin } from "../../../http/origins/example-origin.ts";
import { Problem } from "../../../http/problem.ts";
import type { ProtocolOperations } from "../../../http/routing/protocol-operation.ts";
import type { ProtocolResponse } from "../../../http/routing/protocol-routes.ts";
import type { Meter } from "../../../http/telemetry/meter.ts";
import { attempt } from "../../../lib/kit/flow/chain.ts";
import { objectAt, ownValue } from "../../../lib/kit/json/json-access.ts";
import { formatJsonPath, parsePointer } from "../../../lib/kit/json/json-pointer.ts";
import type { DispatcherOptions } from "../../../mcp/dispatcher.ts";
import { ERROR_CODES, type RpcFailure } from "../../../mcp/message.ts";
import { type ToolCaller, toToolResult } from "../../../mcp/operation-tools.ts";
import type { ToolResult } from "../../../mcp/tool-result.ts";
import type { Log } from "../../../ports/log.ts";
import type { Tracer } from "../../../ports/tracer.ts";
import type { ProtocolContext, SiteProtocols } from "../../contract.ts";
import type { Site } from "../../site.ts";
import { toFault } from "./failure.ts";
import { isUcpTool, listUcpTools, type UcpToolEntry } from "./list-tools.ts";
import type { Fault } from "./responses.ts";
import { formatUcpAgent } from "./ucp-agent.ts";

interface UcpToolsOptions {
  readonly operations: ProtocolOperations<SiteProtocols>;
  readonly parseInput: ParseInput;
  readonly log?: Log | undefined;
  readonly meter?: Meter | undefined;
  readonly tracer?: Tracer | undefined;
}

/**
 * Returns the dispatcher options of UCP's MCP transport (checkout-mcp, catalog/mcp). Its tools run
 * the operations of the REST transport, so both have the same checkouts and idempotency keys.
 */
export function ucpTools(
  site: Site,
  { operations, parseInput, log, meter, tracer }: UcpToolsOptions,
): DispatcherOptions<ToolCaller<ProtocolContext>> {
  const byTool = new Map(
    Object.entries(table.bindings).flatMap(([name, entry]) =>
      isUcpTool(entry) ? [[entry.tool.name, { name, entry }] as const] : [],
    ),
  );
  return {
    info: {
      name: "jackfield-ucp",
      get title() {
        return site.name;
      },
      version: table.version,
    },
    instructions: INSTRUCTIONS,
    tools: withOwnOrigin(listUcpTools(table), site.origin),
    call(tool, input, { context, requestId }) {
      const binding = byTool.get(tool);
      if (!binding) {
        meter?.call(undefined, "problem");
        return undefined;
      }
      const { name, entry } = binding;
      tracer?.annotate({ "mcp.method.name": "tools/call", "gen_ai.tool.name": `ucp_${tool}` });
      const operation = operations[name as BindingName] as Operation;
      const succeed = ({ status, body, headers }: ProtocolResponse): ToolResult => {
        if (status >= 400) return fail({ status, body, headers } as Fault<number>);
        meter?.call(`ucp_${tool}`, "success");
        return toToolResult(body);
      };
      const fail = (fault: Fault<number>, isInvalid = false): never => {
        meter?.call(`ucp_${tool}`, fault.status < 500 ? "problem" : "fault");
        throw toRpcFailure(fault, isInvalid);
      };
      return attempt(
        () => operation(parseInput(name, toProtocolInput(entry, input)), context),
        succeed,
        (error) => {
          if (!(error instanceof Problem) && !context.signal.aborted) log?.error(error, requestId);
          const fault = toFault(error, (pointer) => formatArgument(pointer, entry));
          return fail(fault, error instanceof Problem && error.code === "invalid_input");
        },
      );
    },
  };
}

type Operation = (input: unknown, context: ProtocolContext) => Promise<ProtocolResponse>;

/** Describes a problem that the edge found, such as an exceeded rate limit, as UCP does. */
export const describeUcpProblem = (problem: Problem): object =>
  toFault(problem, formatJsonPathOf).body;

/** Converts the arguments of a tool to the input of its operation. Ignores unknown arguments. */
function toProtocolInput({ tool, input }: UcpToolEntry, values: unknown): object {
  const meta = objectAt(values, "meta");
  const profile = ownValue(objectAt(meta, "ucp-agent"), "profile");
  const key = ownValue(meta, "idempotency-key");
  const id = ownValue(values, "id");
  const body = tool.argument && ownValue(values, tool.argument);
  return {
    path: id !== undefined && "id" in input["properties"].path.properties ? { id } : {},
    query: {},
    headers: {
      ...(typeof profile === "string" && { "ucp-agent": formatUcpAgent(profile) }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(body !== undefined && { body }),
  };
}

/** Formats the place of an input error as a JSONPath into the arguments (RFC 9535). */
function formatArgument(pointer: string, { tool }: UcpToolEntry): string {
  const [section, ...steps] = parsePointer(pointer);
  if (section === "headers") return formatJsonPath(["meta", ...steps]);
  return formatJsonPath(section === "body" ? [tool.argument ?? "body", ...steps] : steps);
}

const formatJsonPathOf = (pointer: string) => formatJsonPath(parsePointer(pointer));

/** Converts a protocol error (checkout-mcp, "Error Handling"). Clients branch on `data.code`. */
function toRpcFailure({ status, body, headers }: Fault<number>, isInvalid: boolean): RpcFailure {
  const error = { message: body.content, data: body };
  if (DISCOVERY_FAULTS.has(body.code))
    return { ...error, code: ERROR_CODES.discoveryFailed, status, headers };
  if (isInvalid) return { ...error, code: ERROR_CODES.invalidParams };
  const code = status === 500 ? ERROR_CODES.internalError : ERROR_CODES.rejected;
  return { ...error, code, status, headers };
}

const DISCOVERY_FAULTS: ReadonlySet<string> = new Set([
  "invalid_profile_url",
  "profile_unreachable",
  "profile_malformed",
  "version_unsupported",
]);

const INSTRUCTIONS =
  "The Universal Commerce Protocol (UCP) of one shop. Every call needs the https URL of the platform's UCP profile in meta.ucp-agent.profile. " +
  "search_catalog, lookup_catalog and get_product return products with live prices. Pass the ID of a variant to create_checkout. " +
  "It returns continue_url, the page where the buyer pays. Never ask the buyer for card details. " +
  "get_checkout shows when the checkout is completed.";
