import { describe, expect, it } from "vitest";
import {
  createApp,
  createConnected,
  createTool,
} from "../../../../conformance/fixtures/platform/tool-runner.ts";
import type { AppRecord, AuthMethod, HttpBinding } from "../../../ports/apps.ts";
import { Problem } from "../../../problem.ts";
import type { DecryptedConnection } from "../decrypted-connection.ts";
import { buildRequest } from "./build-request.ts";

const requestFor = (
  binding: Partial<HttpBinding>,
  args: Record<string, unknown> = {},
  {
    record = createApp("https://api.desk.example/v1"),
    connected,
  }: { record?: AppRecord; connected?: DecryptedConnection } = {},
) =>
  buildRequest({
    record,
    tool: createTool(binding),
    args,
    connection: connected,
    idempotencyKey: "run_1",
  });
const catchProblem = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) =>
      error instanceof Problem ? [error.code, error.errors?.[0]?.pointer] : error,
  );

describe("the address", () => {
  it("is the base with the path and the query, arguments encoded", async () => {
    const { url } = await requestFor(
      {
        path: "/repos/{owner}/{repo}",
        slots: [
          ["owner", "path", 0, "simple"],
          ["repo", "path", 0, "simple"],
          ["q", "query", "search", "form"],
        ],
        fixed: [["query", "api-version", "7"]],
      },
      { owner: "a/b", repo: "c d", q: "ü&x=1" },
    );
    expect(url).toBe(
      "https://api.desk.example/v1/repos/a%2Fb/c%20d?api-version=7&search=%C3%BC%26x%3D1",
    );
  });

  it.each(["", ".", ".."])("can't be another one by the argument %j", async (owner) => {
    expect(
      await catchProblem(
        requestFor(
          { path: "/repos/{owner}/x", slots: [["owner", "path", 0, "simple"]] },
          { owner },
        ),
      ),
    ).toEqual(["invalid_arguments", "/arguments/owner"]);
  });

  it.each([
    "../../admin",
    "..\\admin",
    "%2e%2e",
    "a/../../b",
    "?x=1",
    "#f",
    "//evil.example",
    "@evil.example",
    "\u2025",
    "..;/",
  ])("stays below the tool's path with the argument %j", async (owner) => {
    const { url } = await requestFor(
      { path: "/repos/{owner}/x", slots: [["owner", "path", 0, "simple"]] },
      { owner },
    );
    expect(url).toMatch(/^https:\/\/api\.desk\.example\/v1\/repos\/[^/]+\/x$/);
  });

  it("is refused where dots come together from the path and an argument", async () => {
    expect(
      await catchProblem(
        requestFor(
          { path: "/repos/.{owner}/x", slots: [["owner", "path", 0, "simple"]] },
          { owner: "." },
        ),
      ),
    ).toEqual(["invalid_arguments", "/arguments/owner"]);
  });
});

describe("a base address with what was entered", () => {
  const shop = createApp("https://{shop}.myshop.example/admin", {
    baseFields: [{ name: "shop", label: "Shop", secret: false, required: true }],
  });
  const at = (value: string | undefined, record = shop) =>
    requestFor(
      { path: "/x" },
      {},
      {
        record,
        connected: createConnected("token-0123", {
          fields: value === undefined ? {} : { shop: value },
        }),
      },
    );

  it("is the app's own host", async () =>
    expect((await at("acme")).url).toBe("https://acme.myshop.example/admin/x"));

  it.each([
    "evil.example/",
    "evil.example#",
    "evil.example?",
    "evil.example/x",
    "a@evil.example",
    "evil.example:443/",
    "169.254.169.254/",
    "a.b",
    "..",
    ".",
    "",
    "a b",
    "a\\b",
    "evil.example%2f",
    "evil。example/",
    "ａ/",
    "-",
    "x".repeat(300),
    undefined,
  ])("can't be left with %j", async (value) => {
    expect(await catchProblem(at(value))).toEqual(["connection_inactive", undefined]);
  });

  it("can't be left even if the field's own pattern lets everything pass", async () => {
    const loose = { ...shop, baseFields: [{ ...shop.baseFields[0]!, pattern: ".*" }] };
    for (const value of [
      "evil.example/",
      "evil.example/x",
      "evil.example:80",
      "a@evil.example",
      "evil.example/.x",
    ])
      expect(await catchProblem(at(value, loose)), value).toEqual([
        "connection_inactive",
        undefined,
      ]);
    expect((await at("a.b", loose)).url).toBe("https://a.b.myshop.example/admin/x");
  });

  it("may be a whole host of one's own, with a port and a path", async () => {
    const ownHost = createApp("https://{shop}/api", {
      baseFields: [
        {
          name: "shop",
          label: "Server",
          secret: false,
          required: true,
          pattern: "[A-Za-z0-9.\\-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~/\\-]*)?",
        },
      ],
    });
    expect((await at("git.example.com:8443/gitea", ownHost)).url).toBe(
      "https://git.example.com:8443/gitea/api/x",
    );
    for (const value of ["a/../b", "user:pw@host", "host?x", "host#x"])
      expect(await catchProblem(at(value, ownHost)), value).toEqual([
        "connection_inactive",
        undefined,
      ]);
  });

  it("has a fallback where nothing was entered", async () => {
    const region = createApp("https://{region}.api.example", {
      baseFields: [
        { name: "region", label: "Region", secret: false, required: false, fallback: "eu" },
      ],
    });
    expect((await requestFor({ path: "/x" }, {}, { record: region })).url).toBe(
      "https://eu.api.example/x",
    );
  });
});

describe("credentials", () => {
  const method = (about: Partial<AuthMethod>): AuthMethod => ({
    id: "m",
    type: "api_key",
    fields: [],
    from: "document",
    ...about,
  });
  const sent = async (
    about: Partial<AuthMethod>,
    secrets: Record<string, string>,
    fields: Record<string, string> = {},
    binding: Partial<HttpBinding> = {},
    args = {},
  ) =>
    requestFor({ path: "/x", ...binding }, args, {
      connected: createConnected("", { method: method(about), secrets, fields }),
    });

  it("go where their method says", async () => {
    expect((await sent({ type: "oauth2" }, { access_token: "tok" })).headers["authorization"]).toBe(
      "Bearer tok",
    );
    expect(
      (
        await sent(
          { type: "oauth2", placements: { access_token: { in: "header", name: "X-Shop-Token" } } },
          { access_token: "tok" },
        )
      ).headers,
    ).toMatchObject({ "x-shop-token": "tok" });
    expect(
      (
        await sent(
          {
            type: "oauth2",
            placements: { developer_token: { in: "header", name: "developer-token" } },
          },
          { access_token: "tok", developer_token: "dev" },
        )
      ).headers,
    ).toMatchObject({ authorization: "Bearer tok", "developer-token": "dev" });
    expect(
      (await sent({ type: "basic" }, { password: "pä:ss" }, { username: "ann" })).headers[
        "authorization"
      ],
    ).toBe(`Basic ${Buffer.from("ann:pä:ss").toString("base64")}`);
    expect(
      (await sent({ placements: { key: { in: "query", name: "api key" } } }, { key: "a&b" })).url,
    ).toBe("https://api.desk.example/v1/x?api%20key=a%26b");
    expect(
      (
        await sent(
          {
            placements: {
              key: { in: "cookie", name: "sid" },
              id: { in: "header", name: "X-Id", prefix: "id " },
            },
          },
          { key: "k" },
          { id: "7" },
        )
      ).headers,
    ).toMatchObject({ cookie: "sid=k", "x-id": "id 7" });
    expect(
      (
        await sent(
          { placements: { api_key: { in: "header", name: "Authorization", prefix: "Token " } } },
          { api_key: "k" },
        )
      ).headers["authorization"],
    ).toBe("Token k");
  });

  it("are never an argument's, whatever the tool's document says", async () => {
    const slots: HttpBinding["slots"] = [
      ["auth", "header", "Authorization", "simple"],
      ["host", "header", "Host", "simple"],
      ["te", "header", "Transfer-Encoding", "simple"],
      ["key", "query", 0, "form"],
    ];
    const request = await sent(
      {
        type: "bearer",
        placements: {
          token: { in: "header", name: "authorization", prefix: "Bearer " },
          key: { in: "query", name: "key" },
        },
      },
      { access_token: "tok", key: "real" },
      {},
      { slots },
      { auth: "Bearer mine", host: "evil", te: "chunked", key: "mine" },
    );
    expect(request.headers["authorization"]).toBe("Bearer tok");
    expect(Object.keys(request.headers)).not.toContain("host");
    expect(Object.keys(request.headers)).not.toContain("transfer-encoding");
    expect(request.url).toBe("https://api.desk.example/v1/x?key=real");
  });

  it("that would make a header of their own are refused", async () => {
    expect(await catchProblem(sent({ type: "bearer" }, { access_token: "tok\r\nx: y" }))).toEqual([
      "connection_inactive",
      undefined,
    ]);
  });

  it("of AWS sign the request", async () => {
    const request = await sent(
      { type: "sigv4", signingName: "dynamodb" },
      { secret_access_key: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" },
      { access_key_id: "AKIDEXAMPLE", region: "eu-central-1" },
      {
        method: "POST",
        body: { type: "application/x-amz-json-1.0" },
        slots: [["TableName", "body", 0, ""]],
      },
      { TableName: "t" },
    );
    expect(request.headers["authorization"]).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/dynamodb\/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*x-amz-date, Signature=[0-9a-f]{64}$/,
    );
    expect(JSON.stringify(request)).not.toContain("wJalr");
  });
});

describe("headers", () => {
  it.each(["a\r\nx-evil: 1", "a\nb", "a\0b", "ü😀"])("can't be broken with %j", async (value) => {
    expect(
      await catchProblem(
        requestFor({ slots: [["note", "header", "X-Note", "simple"]] }, { note: value }),
      ),
    ).toEqual(["invalid_arguments", "/arguments/note"]);
  });

  it("are those of the app and of the tool, each time", async () => {
    const record = createApp("https://api.desk.example", {
      headers: { "Notion-Version": "2022-06-28" },
    });
    expect(
      (await requestFor({ fixed: [["header", "X-Amz-Target", "List"]] }, {}, { record })).headers,
    ).toMatchObject({ "notion-version": "2022-06-28", "x-amz-target": "List" });
  });

  it("have a key by which the app does it once, where it takes one", async () => {
    const declared: Partial<HttpBinding> = {
      method: "POST",
      slots: [["Idempotency-Key", "header", 0, "simple"]],
    };
    expect(await requestFor(declared)).toMatchObject({
      isIdempotent: true,
      headers: { "idempotency-key": "run_1" },
    });
    expect(
      (await requestFor(declared, { "Idempotency-Key": "mine" })).headers["idempotency-key"],
    ).toBe("mine");
    expect((await requestFor({ method: "POST" })).isIdempotent).toBe(false);
  });
});

describe("bodies", () => {
  const body = async (
    type: string,
    args: Record<string, unknown>,
    {
      argument,
      method = "POST" as const,
      style = "",
    }: { argument?: string; method?: "POST" | "GET" | "DELETE"; style?: string } = {},
  ) => {
    const slots: HttpBinding["slots"] = Object.keys(args).map((name) => [
      name,
      "body",
      name === "from_" ? "from" : 0,
      style,
    ]);
    const { headers, body } = await requestFor(
      { method, slots, body: { type, ...(argument && { argument }) } },
      args,
    );
    return [
      headers["content-type"],
      typeof body === "string" || body === undefined ? body : Buffer.from(body).toString("latin1"),
    ];
  };

  it("are JSON", async () => {
    expect(await body("application/json", { a: 1, from_: null })).toEqual([
      "application/json",
      '{"a":1,"from":null}',
    ]);
    expect(await body("application/vnd.api+json", { body: [1, 2] }, { argument: "body" })).toEqual([
      "application/vnd.api+json",
      "[1,2]",
    ]);
    expect(await body("application/json", {})).toEqual(["application/json", "{}"]);
    expect(await body("application/json", {}, { method: "DELETE" })).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("are forms", async () => {
    expect(
      await body("application/x-www-form-urlencoded", {
        name: "a b&c",
        metadata: { order: 7 },
        expand: ["x", "y"],
      }),
    ).toEqual([
      "application/x-www-form-urlencoded",
      "name=a%20b%26c&metadata%5Border%5D=7&expand=x&expand=y",
    ]);
    expect(
      (
        await body(
          "application/x-www-form-urlencoded",
          { expand: ["x"] },
          { style: "deepObject:true" },
        )
      )[1],
    ).toBe("expand%5B0%5D=x");
    expect(
      (
        await body(
          "application/x-www-form-urlencoded",
          { body: { a: [1, 2] } },
          { argument: "body" },
        )
      )[1],
    ).toBe("a=1&a=2");
  });

  it("are parts, files among them, that no name can break out of", async () => {
    const [type, text] = await body("multipart/form-data", {
      note: "ä",
      meta: { a: 1 },
      file: { filename: '../a"\r\nx: y.txt', content_type: "text/plain", data: "aGk=" },
    });
    const boundary = /boundary=(.+)$/.exec(type!)![1]!;
    expect(text!.split(`--${boundary}`).map((part) => part.replaceAll("\r\n", "|"))).toEqual([
      "",
      '|content-disposition: form-data; name="note"||Ã¤|',
      '|content-disposition: form-data; name="meta"|content-type: application/json||{"a":1}|',
      '|content-disposition: form-data; name="file"; filename=".._a___x: y.txt"|content-type: text/plain||hi|',
      "--|",
    ]);
  });

  it("are texts, XML and bytes as they are", async () => {
    expect(await body("text/plain", { body: "hello" }, { argument: "body" })).toEqual([
      "text/plain",
      "hello",
    ]);
    expect(await body("application/xml", { body: "<a/>" }, { argument: "body" })).toEqual([
      "application/xml",
      "<a/>",
    ]);
    expect(
      await body(
        "application/octet-stream",
        { body: { data: "AAEC", content_type: "image/png" } },
        { argument: "body" },
      ),
    ).toEqual(["image/png", "\0\u0001\u0002"]);
    expect(
      await catchProblem(
        body("application/octet-stream", { body: { data: "no base64!" } }, { argument: "body" }),
      ),
    ).toEqual(["invalid_arguments", "/arguments/body"]);
  });

  it("are not sent with GET", async () => {
    expect(await catchProblem(body("application/json", { a: 1 }, { method: "GET" }))).toEqual([
      "invalid_arguments",
      "/arguments/a",
    ]);
  });
});
