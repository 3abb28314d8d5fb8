import {
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAppRecord, keyMethod } from "../fixtures/connections/apps.ts";
import {
  ORIGIN,
  startTestPlatform,
  type TestPlatform,
} from "../fixtures/connections/test-platform.ts";
import { node } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";

type Send = (request: Request) => Promise<Response>;

/** The params of the requests that a client received, and what its user does with them. */
interface User {
  readonly asked: { readonly mode?: string; readonly message: string; readonly url?: string }[];
  act(url: string): Promise<"accept" | "decline" | "cancel">;
}

/** Connects the official client, whose user opens links if `capabilities` says so. */
async function connectClient(
  url: string,
  send: Send,
  user: User,
  {
    capabilities = { elicitation: { url: {} } },
    version = "2026-07-28",
  }: { readonly capabilities?: ClientCapabilities; readonly version?: string } = {},
): Promise<Client> {
  const client = new Client(
    { name: "jackfield-conformance", version: "1.0.0" },
    {
      capabilities,
      ...(version === "2026-07-28" && { versionNegotiation: { mode: { pin: version } } }),
    },
  );
  if (capabilities.elicitation)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      user.asked.push(params as User["asked"][number]);
      return { action: await user.act((params as { url: string }).url) };
    });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      fetch: (input, init) => send(new Request(input, init)),
    }),
  );
  return client;
}

describe("links to connect an app", () => {
  let platform: TestPlatform;
  let send: Send;
  let url: string;

  beforeEach(async () => {
    platform = await startTestPlatform([createAppRecord("notes", [keyMethod])], {
      allowedOrigins: [],
    });
    const { secret } = await platform.createKey({});
    url = `${ORIGIN}/mcp`;
    send = (request) => {
      request.headers.set("authorization", `Bearer ${secret}`);
      return platform.serve(request);
    };
  });
  afterEach(() => platform.close());

  const connectNotes = { name: "connect_app", arguments: { app: "notes", auth_method: "api_key" } };

  /** Connects the app on the page of a link, as a person does. */
  async function connectOnPage(link: string): Promise<"accept"> {
    const browser = platform.openBrowser();
    await browser.submit(await browser.open(link), { f_key: "sk_1" });
    return "accept";
  }

  it("are opened by the client, and then the tool returns the active connection", async () => {
    const user: User = { asked: [], act: connectOnPage };
    const client = await connectClient(url, send, user);
    const { structuredContent } = await client.callTool(connectNotes);
    expect(user.asked).toHaveLength(1);
    expect(user.asked[0]).toMatchObject({
      mode: "url",
      message: "Open this page to connect notes.",
    });
    expect(user.asked[0]!.url).toMatch(new RegExp(`^${ORIGIN}/connect/`));
    expect(structuredContent).toMatchObject({
      url: user.asked[0]!.url,
      connection: { app: "notes", status: "active" },
    });
    const { body } = await platform.api("GET", "/connections");
    expect(body.data).toHaveLength(1);
    await client.close();
  });

  it.each(["decline", "cancel"] as const)("end the call if the user answers %s", async (action) => {
    const client = await connectClient(url, send, { asked: [], act: async () => action });
    const result = await client.callTool(connectNotes);
    expect(result.isError).toBe(true);
    await client.close();
  });

  it.each([
    ["a client that opens no links", { capabilities: {} }],
    ["a client that only shows forms", { capabilities: { elicitation: { form: {} } } }],
    ["a client of 2025-11-25", { version: "2025-11-25" }],
  ])("are in the result for %s", async (_, options) => {
    const user: User = { asked: [], act: connectOnPage };
    const client = await connectClient(url, send, user, options);
    const { structuredContent } = await client.callTool(connectNotes);
    expect(user.asked).toEqual([]);
    expect(structuredContent).toMatchObject({ connection: { status: "pending" } });
    await client.close();
  });

  it("reject a state that isn't theirs", async () => {
    const call = (params: object) =>
      send(
        new Request(url, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "mcp-protocol-version": "2026-07-28",
            "mcp-method": "tools/call",
            "mcp-name": "connect_app",
          },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: {
              ...connectNotes,
              _meta: {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
                "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: {} } },
              },
              ...params,
            },
          }),
        }),
      ).then((response) => response.json());
    const answer = { link: { action: "accept" } };
    for (const params of [
      { inputResponses: answer, requestState: "{" },
      { inputResponses: answer, requestState: "[]" },
      { inputResponses: answer, requestState: 1 },
      { inputResponses: { link: { action: "yes" } } },
      { inputResponses: [] },
    ])
      expect((await call(params)).error, JSON.stringify(params)).toMatchObject({ code: -32602 });
    const stolen = { connection: { id: "conn_00000000000000000000000000000000" } };
    const { result } = await call({ inputResponses: answer, requestState: JSON.stringify(stolen) });
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toContain("connection_not_found");
  });
});

describe("links to pay", () => {
  let target: Target;
  beforeAll(async () => {
    target = await node.start();
  });
  afterAll(() => target.close());

  it("are opened by the client, and no second checkout is created", async () => {
    const user: User = { asked: [], act: async () => "accept" };
    const client = await connectClient(`${target.url}/mcp`, fetch, user);
    const listed = await client.callTool({ name: "list_products", arguments: {} });
    const { offers } = listed.structuredContent as { offers: { id: string; available: boolean }[] };
    const offer = offers.find(({ available }) => available)!.id;
    const { structuredContent } = await client.callTool({
      name: "create_checkout",
      arguments: { offer },
    });
    expect(user.asked).toHaveLength(1);
    expect(user.asked[0]).toMatchObject({ mode: "url", message: "Open this page to pay." });
    expect(structuredContent).toMatchObject({
      status: "requires_escalation",
      continue_url: user.asked[0]!.url,
    });
    await client.close();
  });
});
