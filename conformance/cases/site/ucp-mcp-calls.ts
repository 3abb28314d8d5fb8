import assert from "node:assert/strict";
import { table } from "../../../generated/site/operations.ts";
import type { BindingEntry } from "../../../generated/table.ts";
import type { Exchange, SiteContext } from "../../case.ts";
import { PLATFORM_ORIGIN } from "../../fixtures/ucp-profiles.ts";
import { missingReason, ucpErrors } from "../../standards/index.ts";
import type { TestRequest } from "../../targets/target.ts";
import { expectRpcError, legacyRequest } from "../mcp-messages.ts";
import { lineItems, parseResponse, UCP_PATH } from "./ucp-requests.ts";

export const UCP_MCP_PATH = `${UCP_PATH}/mcp`;

export const toUcpPath = (request: TestRequest): TestRequest => ({
  ...request,
  path: UCP_MCP_PATH,
});

interface UcpCall {
  readonly profile?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export const createParams = (
  name: string,
  values: object,
  { profile = `${PLATFORM_ORIGIN}/2026-04-08`, key }: UcpCall = {},
) => ({
  name,
  arguments: {
    meta: { "ucp-agent": { profile }, ...(key && { "idempotency-key": key }) },
    ...values,
  },
});

/** Returns a tool call as a UCP platform sends it. */
export const toolCall = (name: string, values: object, call: UcpCall = {}): TestRequest =>
  toUcpPath(legacyRequest("tools/call", createParams(name, values, call), call.headers));

/** Returns the structured content of a result, and checks that the text repeats it. */
export function parseContent(result: any): any {
  const { structuredContent, content, isError } = result;
  assert.equal(isError, undefined);
  assert.deepEqual(JSON.parse(content[0].text), structuredContent);
  return structuredContent;
}

export const callTool = async (
  { send }: SiteContext,
  name: string,
  values: object,
  call?: UcpCall,
): Promise<any> => parseContent(parseResponse(await send(toolCall(name, values, call))).result);

/** Returns the operation of a tool. */
const operationOf = (tool: string): string =>
  Object.entries<BindingEntry>(table.bindings).find(([, entry]) => entry.tool?.name === tool)![0];

/** An exchange whose result holds a successful response or a refusal of UCP. */
export const expectContent = (
  it: string,
  tool: string,
  values: object | ((context: SiteContext) => Promise<object>),
  check: (content: any, context: SiteContext) => void | Promise<void>,
): Exchange => ({
  it,
  requires: "fixture",
  request: async (context) =>
    toolCall(tool, typeof values === "function" ? await values(context) : values),
  status: 200,
  mediaType: "application/json",
  async check(response, context) {
    const content = parseContent(parseResponse(response).result);
    if (!missingReason()) assert.deepEqual(ucpErrors(operationOf(tool), content, 200), []);
    await check(content, context);
  },
});

/** An exchange whose response is a UCP protocol error. */
export const expectFault = (
  it: string,
  request: Exchange["request"],
  {
    status,
    code,
    fault,
    content,
  }: { status: number; code: number; fault: string; content?: RegExp },
  more: Partial<Exchange> = {},
): Exchange => ({
  ...expectRpcError(it, request, status, code, ({ message, data }) => {
    assert.deepEqual([Object.keys(data), data.code], [["code", "content"], fault]);
    assert.match(data.content, content ?? /\w{2}/);
    assert.ok(message.length > 10);
  }),
  requires: "fixture",
  ...more,
});

/** The input of a checkout. */
export const CHECKOUT = { checkout: lineItems("reel-tape") };
