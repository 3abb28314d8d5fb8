import { isDeepStrictEqual } from "node:util";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallResult, OperationName } from "../case.ts";
import type { Spec } from "../services/service.ts";
import { type Target, type TestResponse, toWebResponse } from "../targets/target.ts";
import type { Caller } from "./http.ts";
import { authorizationHeaders, omitEmptyHeaders } from "./http.ts";
import { validatorFor } from "./spec-validator.ts";

const CLIENT_INFO = { name: "jackfield-conformance", version: "1.0.0" };

type CallTool = (tool: string, input: Record<string, unknown>) => Promise<ToolResult>;
interface ToolResult {
  content?: unknown;
  structuredContent?: unknown;
  isError?: unknown;
  [more: string]: unknown;
}
interface Connection {
  readonly callTool: CallTool;
  close(): Promise<void>;
}

/**
 * Calls operations as tools with the client of protocol versions that need a handshake:
 * @modelcontextprotocol/sdk.
 */
export const legacyMcp = createMcpCaller("mcp 2025-11-25", async (url, fetch) => {
  const client = new Client(CLIENT_INFO);
  await client.connect(
    new StreamableHTTPClientTransport(url, { fetch }) as Parameters<Client["connect"]>[0],
  );
  // The client checks results against the schemas that it has listed.
  await client.listTools();
  return {
    callTool: (name, input) => client.callTool({ name, arguments: input }),
    close: () => client.close(),
  };
});

/**
 * Calls operations as tools with the client of the stateless protocol version:
 * @modelcontextprotocol/client.
 */
export const modernMcp = createMcpCaller("mcp 2026-07-28", async (url, fetch) => {
  const client = new ModernClient(CLIENT_INFO, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  });
  await client.connect(new ModernTransport(url, { fetch }));
  await client.listTools();
  return {
    callTool: (name, input) => client.callTool({ name, arguments: input }),
    close: () => client.close(),
  };
});

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Opens one connection for each target, at the first call. */
function createMcpCaller(
  name: string,
  open: (url: URL, fetch: Fetch) => Promise<Connection>,
): Caller {
  return {
    name,
    protocol: "mcp",
    supports: ({ scope }) => scope === "everything",
    connect({ service }, target) {
      let extraHeaders: Readonly<Record<string, string>> = {};
      let connection: Promise<Connection> | undefined;
      const refused: TestResponse[] = [];
      const fetch: Fetch = async (url, init) => {
        const response = await target.send(await toTestRequest(target, url, init, extraHeaders));
        if (REFUSAL_STATUSES.has(response.status)) refused.push(response);
        return toWebResponse(response);
      };
      return {
        async call(operation, input, { headers = {} } = {}) {
          connection ??= open(new URL(`${target.url}/mcp`), fetch);
          const { callTool } = await connection;
          extraHeaders = headers;
          refused.length = 0;
          try {
            return toCallResult(
              service,
              operation,
              await callTool(service.table.operations[operation]!.tool!.name, toPlainJson(input)),
            );
          } catch (error) {
            if (refused.length === 0) throw error;
            return toRefusedResult(service, operation, refused[0]!);
          } finally {
            extraHeaders = {};
          }
        },
        close: async () => (await connection?.catch(() => undefined))?.close(),
      };
    },
  };
}

/** Statuses with which the server rejects a request before it calls the tool. */
const REFUSAL_STATUSES = new Set([401, 403, 429, 503]);

async function toTestRequest(
  target: Target,
  url: string | URL,
  init: RequestInit = {},
  extraHeaders: Readonly<Record<string, string>>,
) {
  const { pathname, search } = new URL(url, target.url);
  const body = typeof init.body === "string" ? { body: init.body } : {};
  return {
    method: init.method ?? "GET",
    path: pathname + search,
    headers: omitEmptyHeaders({
      ...Object.fromEntries(new Headers(init.headers)),
      ...authorizationHeaders(target),
      ...extraHeaders,
    }),
    ...body,
  };
}

/** Converts a tool result to the result of a call and checks it against the spec. */
function toCallResult(
  spec: Spec,
  name: OperationName,
  { content, structuredContent, isError }: ToolResult,
): CallResult<any> {
  const { table } = spec;
  const { schemaErrors } = validatorFor(spec);
  const { responses } = table.operations[name]!;
  const violations: string[] = [];
  const [first] = content as { type: string; text: string }[];
  const parsedText = tryParseJson(first?.text);
  if (first?.type !== "text" || parsedText === undefined)
    violations.push("the first content is not JSON as text");
  if (isError) {
    const status = Number((parsedText as { status?: unknown })?.status);
    if (structuredContent !== undefined) violations.push("an error has structuredContent");
    violations.push(...schemaErrors(table.$defs["Problem"]!, parsedText));
    if (!responses[status]) violations.push(`status ${status} is not declared`);
    return { status, value: parsedText, headers: {}, violations };
  }
  const [status, byType] = Object.entries(responses).find(([each]) => Number(each) < 300)!;
  violations.push(...schemaErrors(byType["application/json"]!, structuredContent));
  if (!isDeepStrictEqual(parsedText, structuredContent))
    violations.push("the text and structuredContent say different things");
  return { status: Number(status), value: structuredContent, headers: {}, violations };
}

/**
 * Converts a call rejected with an HTTP status. Both clients throw an error whose data is the
 * problem.
 */
function toRefusedResult(
  spec: Spec,
  name: OperationName,
  { status, headers, text }: TestResponse,
): CallResult<any> {
  const { id, error } = (tryParseJson(text) ?? {}) as {
    id?: unknown;
    error?: { code?: number; message?: string; data?: unknown };
  };
  const violations = validatorFor(spec).schemaErrors(spec.table.$defs["Problem"]!, error?.data);
  if (id === undefined || id === null) violations.push("the error has no id");
  if (typeof error?.code !== "number" || !error.message)
    violations.push("the error has no code or no message");
  if (!spec.table.operations[name]!.responses[status])
    violations.push(`status ${status} is not declared`);
  return { status, value: error?.data, headers, violations };
}

function tryParseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

const toPlainJson = (input: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(input));
