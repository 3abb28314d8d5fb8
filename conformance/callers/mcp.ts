import { isDeepStrictEqual } from "node:util";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OperationName, Reply } from "../case.ts";
import type { Spec } from "../services/spec.ts";
import { type Answered, type Target, toResponse } from "../targets/target.ts";
import type { Caller } from "./caller.ts";
import { credentialOf, present } from "./http.ts";
import { judgeOf } from "./judge.ts";

const ME = { name: "jackfield-conformance", version: "1.0.0" };

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

/** Calls operations as tools, with the client of the handshake's era: @modelcontextprotocol/sdk. */
export const legacy = callerOf("mcp 2025-11-25", async (url, fetch) => {
  const client = new Client(ME);
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

/** Calls operations as tools, with the client of the stateless era: @modelcontextprotocol/client. */
export const modern = callerOf("mcp 2026-07-28", async (url, fetch) => {
  const client = new ModernClient(ME, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new ModernTransport(url, { fetch }));
  await client.listTools();
  return {
    callTool: (name, input) => client.callTool({ name, arguments: input }),
    close: () => client.close(),
  };
});

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** One connection for each target, made when it is first needed. */
function callerOf(name: string, open: (url: URL, fetch: Fetch) => Promise<Connection>): Caller {
  return {
    name,
    protocol: "mcp",
    asks: ({ knows }) => knows === "everything",
    connect({ service }, target) {
      let more: Readonly<Record<string, string>> = {};
      let connection: Promise<Connection> | undefined;
      const refused: Answered[] = [];
      const fetch: Fetch = async (url, init) => {
        const answer = await target.ask(await askingOf(target, url, init, more));
        if (REFUSALS.has(answer.status)) refused.push(answer);
        return toResponse(answer);
      };
      return {
        async call(operation, input, { headers = {} } = {}) {
          const { callTool } = await (connection ??= open(new URL(`${target.url}/mcp`), fetch));
          more = headers;
          refused.length = 0;
          try {
            return replyOf(
              service,
              operation,
              await callTool(service.table.operations[operation]!.tool!.name, plain(input)),
            );
          } catch (error) {
            if (refused.length === 0) throw error;
            return refusedReply(service, operation, refused[0]!);
          } finally {
            more = {};
          }
        },
        close: async () => (await connection?.catch(() => undefined))?.close(),
      };
    },
  };
}

/** What a request is refused with before there is a tool to answer. */
const REFUSALS = new Set([401, 403, 429, 503]);

async function askingOf(
  target: Target,
  url: string | URL,
  init: RequestInit = {},
  more: Readonly<Record<string, string>>,
) {
  const { pathname, search } = new URL(url, target.url);
  const body = typeof init.body === "string" ? { body: init.body } : {};
  return {
    method: init.method ?? "GET",
    path: pathname + search,
    headers: present({
      ...Object.fromEntries(new Headers(init.headers)),
      ...credentialOf(target),
      ...more,
    }),
    ...body,
  };
}

/** A tool's result as an operation's answer, held against the spec. */
function replyOf(
  spec: Spec,
  name: OperationName,
  { content, structuredContent, isError }: ToolResult,
): Reply<any> {
  const { table } = spec;
  const { misfits } = judgeOf(spec);
  const { responses } = table.operations[name]!;
  const departures: string[] = [];
  const [first] = content as { type: string; text: string }[];
  const said = parsed(first?.text);
  if (first?.type !== "text" || said === undefined)
    departures.push("the first content is not JSON as text");
  if (isError) {
    const status = Number((said as { status?: unknown })?.status);
    if (structuredContent !== undefined) departures.push("an error has structuredContent");
    departures.push(...misfits(table.$defs["Problem"]!, said));
    if (!responses[status]) departures.push(`status ${status} is not declared`);
    return { status, value: said, headers: {}, departures };
  }
  const [status, byType] = Object.entries(responses).find(([each]) => Number(each) < 300)!;
  departures.push(...misfits(byType["application/json"]!, structuredContent));
  if (!isDeepStrictEqual(said, structuredContent))
    departures.push("the text and structuredContent say different things");
  return { status: Number(status), value: structuredContent, headers: {}, departures };
}

/** A call that was refused as HTTP does it, where both clients throw: the problem is the error's data. */
function refusedReply(
  spec: Spec,
  name: OperationName,
  { status, headers, text }: Answered,
): Reply<any> {
  const { id, error } = (parsed(text) ?? {}) as {
    id?: unknown;
    error?: { code?: number; message?: string; data?: unknown };
  };
  const departures = judgeOf(spec).misfits(spec.table.$defs["Problem"]!, error?.data);
  if (id === undefined || id === null) departures.push("the error has no id");
  if (typeof error?.code !== "number" || !error.message)
    departures.push("the error has no code or no message");
  if (!spec.table.operations[name]!.responses[status])
    departures.push(`status ${status} is not declared`);
  return { status, value: error?.data, headers, departures };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

const plain = (input: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(input));
