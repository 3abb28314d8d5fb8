import assert from "node:assert/strict";
import { parse } from "parse5";

/** The traffic so far. */
export interface Traffic {
  requests: number;
  /** Bytes of request bodies. */
  bytesSent: number;
  bytesReceived: number;
}

/** A response as an agent reads it. */
export interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

/** An HTTP client that counts its requests, including redirects. */
export interface WebClient {
  readonly traffic: Traffic;
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Page>;
  /** Sends an object as JSON, and a string as is. */
  post(
    url: string,
    body: object | URLSearchParams,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Page>;
}

const USER_AGENT = "scripted-agent/1 (conformance suite)";

/** Creates the HTTP client of one agent or one buyer. */
export function createWebClient(): WebClient {
  const traffic: Traffic = { requests: 0, bytesSent: 0, bytesReceived: 0 };
  async function send(
    url: string,
    init: { method?: string; body?: string; headers?: Readonly<Record<string, string>> },
  ): Promise<Page> {
    traffic.requests++;
    traffic.bytesSent += Buffer.byteLength(init.body ?? "");
    const response = await fetch(url, {
      redirect: "manual",
      ...init,
      headers: { "user-agent": USER_AGENT, "accept-encoding": "identity", ...init.headers },
    });
    const bytes = await response.bytes();
    traffic.bytesReceived += bytes.byteLength;
    const toward = response.headers.get("location");
    if (toward && response.status < 400)
      return send(
        new URL(toward, url).href,
        response.status === 303 ? { headers: { accept: init.headers?.["accept"] ?? "*/*" } } : init,
      );
    return {
      status: response.status,
      url,
      headers: response.headers,
      text: new TextDecoder().decode(bytes),
    };
  }
  return {
    traffic,
    get: (url, headers = {}) => send(url, { headers }),
    post: (url, body, headers = {}) => {
      const isForm = body instanceof URLSearchParams;
      const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
      return send(url, {
        method: "POST",
        body: isForm ? body.toString() : JSON.stringify(body),
        headers: { "content-type": type, ...headers },
      });
    },
  };
}

/** Parses a JSON response. Throws an error with the response if it isn't JSON. */
export function parseJson({ status, url, text, headers }: Page): any {
  if (status >= 300 || !/json/.test(headers.get("content-type") ?? ""))
    throw new Error(
      `${url} answers ${status} ${headers.get("content-type")}: ${text.slice(0, 300)}`,
    );
  return JSON.parse(text);
}

/** Calls a tool and returns its structured content. Rejects with the tool's error message. */
export type CallTool = (name: string, input: object) => Promise<any>;

/** Calls tools of the server that a card describes. Lists the tools before the first call. */
export function createToolCaller(card: any, web: WebClient): CallTool {
  const {
    url,
    supportedProtocolVersions: [revision],
  } = card.remotes[0];
  const meta = "io.modelcontextprotocol/";
  const send = async (method: string, params: Record<string, unknown>) => {
    const _meta = {
      [`${meta}protocolVersion`]: revision,
      [`${meta}clientCapabilities`]: {},
      [`${meta}clientInfo`]: { name: "scripted-agent", version: "1" },
    };
    const named: Record<string, string> =
      typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {};
    const headers = {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": method,
      ...named,
    };
    const { result, error } = parseJson(
      await web.post(url, { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }, headers),
    );
    if (error) throw new Error(JSON.stringify(error));
    return result;
  };
  let tools: Promise<Set<string>> | undefined;
  return async (name, input) => {
    tools ??= send("tools/list", {}).then(
      ({ tools: listed }) => new Set(listed.map((tool: any) => tool.name)),
    );
    if (!(await tools).has(name)) throw new Error(`The server has no tool ${name}.`);
    const { structuredContent, isError, content } = await send("tools/call", {
      name,
      arguments: input,
    });
    if (isError) throw new Error(content[0].text);
    return structuredContent;
  };
}

/** The values that the buyer enters, by field name. */
const FORM_VALUES: Readonly<Record<string, string>> = {
  email: "buyer@example.com",
  name: "A. Buyer",
  street: "1 Example Street",
  postal_code: "7411 AB",
  city: "Deventer",
  country: "NL",
  card_expiry: "12 / 34",
  card_code: "123",
};

/** Pays on the hosted payment page by submitting its form. Resolves with the receipt. */
export async function payOnPage(url: string, web: WebClient): Promise<Page> {
  const page = await web.get(url, { accept: "text/html" });
  assert.equal(page.status, 200, url);
  const elements = collectElements(parse(page.text));
  const form = elements.find(
    ({ tag, attributes }) => tag === "form" && attributes["method"]?.toLowerCase() === "post",
  )!;
  // The page lists its test cards; the first one succeeds.
  const card = /<dt>([\d ]+)<\/dt>/.exec(page.text)?.[1] ?? "";
  const sent = new URLSearchParams();
  for (const { tag, attributes } of elements) {
    const { name, type, value } = attributes;
    if (!name || !["input", "select", "textarea"].includes(tag)) continue;
    if (type === "hidden") sent.set(name, value ?? "");
    else sent.set(name, name === "card_number" ? card : (FORM_VALUES[name] ?? ""));
  }
  const paid = await web.post(new URL(form.attributes["action"] ?? "", page.url).href, sent, {
    accept: "text/html",
  });
  assert.equal(paid.status, 200, paid.text.slice(0, 500));
  return paid;
}

interface FormElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function collectElements(node: any): FormElement[] {
  const elements = node.tagName
    ? [
        {
          tag: node.tagName,
          attributes: Object.fromEntries(node.attrs.map(({ name, value }: any) => [name, value])),
        },
      ]
    : [];
  return [...elements, ...(node.childNodes ?? []).flatMap(collectElements)];
}
