import { createChallenge, createVerifier } from "../../core/lib/oauth/index.ts";
import type { TestAccount, TestBrowser } from "./fixture.ts";

export const REDIRECT_URI = "https://client.example/callback";

type Json = Record<string, any>;

/** The origin of the API in tests. */
const ORIGIN = "https://jackfield.example";

/** An MCP client that signs in at a test account. */
export function createTestMcpClient(account: Pick<TestAccount, "send">, network = "192.0.2.9") {
  const send = async (
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<{ status: number; headers: Headers; body: Json }> => {
    const response = await account.send(
      new Request(ORIGIN + path, {
        method: body === undefined ? "GET" : "POST",
        headers: { "test-network": network, ...headers },
        ...(body !== undefined && { body }),
      }),
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? {} : JSON.parse(text),
    };
  };
  const postForm = (path: string, fields: Readonly<Record<string, string>>, headers = {}) =>
    send(path, {
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: String(new URLSearchParams(fields)),
    });
  return {
    send,
    register: (metadata: object = {}) =>
      send("/oauth/register", {
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          client_name: "Test client",
          redirect_uris: [REDIRECT_URI],
          ...metadata,
        }),
      }),
    token: (fields: Readonly<Record<string, string>>, headers = {}) =>
      postForm("/oauth/token", fields, headers),
    revoke: (fields: Readonly<Record<string, string>>) => postForm("/oauth/revoke", fields),
    /** Lists the tools of the MCP server. */
    listTools: (token: string, path = "/mcp") =>
      send(path, {
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      }),
  };
}

export type TestMcpClient = ReturnType<typeof createTestMcpClient>;

/** The query of a valid authorization request. `undefined` removes a parameter. */
export async function createAuthorizationQuery(
  clientId: string,
  verifier: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_challenge: await createChallenge(verifier),
    code_challenge_method: "S256",
    resource: `${ORIGIN}/mcp`,
    state: "state 1",
    ...changes,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return String(new URLSearchParams(given));
}

/** Returns the URL to which a page sends the browser. */
export const readRedirect = (page: string): URL =>
  new URL(/http-equiv="refresh" content="0;url=([^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&"));

/** A client with the code of a person. */
export interface Authorized {
  readonly clientId: string;
  readonly code: string;
  readonly verifier: string;
  readonly returned: URL;
}

/** Lets a person accept the request of a client that has registered. */
export async function authorize(
  browser: TestBrowser,
  client: TestMcpClient,
  {
    fields = { permissions: "read", name: "Test client" },
    parameters = {},
    clientId,
  }: {
    readonly fields?: Readonly<Record<string, string>>;
    readonly parameters?: Readonly<Record<string, string | undefined>>;
    /** Default: of a new registration. */
    readonly clientId?: string;
  } = {},
): Promise<Authorized> {
  const id = clientId ?? String((await client.register()).body["client_id"]);
  const verifier = createVerifier();
  const query = await createAuthorizationQuery(id, verifier, parameters);
  const response = await browser.form(`/oauth/authorize?${query}`, fields);
  const page = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${page}`);
  const returned = readRedirect(page);
  return { clientId: id, verifier, code: returned.searchParams.get("code")!, returned };
}

/** Exchanges the code of a client. */
export const redeem = (
  client: TestMcpClient,
  { clientId, code, verifier }: Authorized,
  changes: Readonly<Record<string, string>> = {},
) =>
  client.token({
    grant_type: "authorization_code",
    code,
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
    resource: `${ORIGIN}/mcp`,
    ...changes,
  });
