import { describe, expect, it } from "vitest";
import { buildRequest } from "../call/build-request.ts";
import { catchInputError, createApp, createTool, requestFor } from "../call/testing.ts";
import type { HttpBinding } from "../tool-record.ts";

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
    const slots: HttpBinding["slots"] = Object.keys(args).map((name) => ({
      argument: name,
      in: "body",
      name: name === "from_" ? "from" : name,
      style,
    }));
    const { headers, body: content } = await requestFor(
      { method, slots, body: { type, ...(argument && { argument }) } },
      args,
    );
    return [
      headers["content-type"],
      typeof content === "string" || content === undefined
        ? content
        : Buffer.from(content).toString("latin1"),
    ];
  };

  it("are encoded as JSON", async () => {
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

  it("are encoded as forms", async () => {
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

  it("are encoded as multipart forms with escaped file names", async () => {
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

  it("are sent unchanged as text, XML or bytes", async () => {
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
      await catchInputError(
        body("application/octet-stream", { body: { data: "no base64!" } }, { argument: "body" }),
      ),
    ).toEqual({ pointer: "/args/body", rule: "base64" });
  });

  it("come from the composer that the tool names", async () => {
    const binding = {
      method: "POST",
      path: "/notes",
      slots: [{ argument: "text", in: "body", name: "text", style: "" }],
      body: { type: "application/json", compose: "note" },
    } as const;
    const record = createApp("https://api.desk.example/v1");
    const inputs = {
      record,
      tool: createTool(binding),
      args: { text: "Hi" },
      connection: undefined,
    };
    const composer = {
      compose: (args: object) => ({ type: "text/plain", content: JSON.stringify(args) }),
    };
    const request = await buildRequest({ ...inputs, idempotencyKey: "run_1", composer });
    expect(request).toMatchObject({
      body: '{"text":"Hi"}',
      headers: { "content-type": "text/plain" },
    });
    expect(await catchInputError(requestFor(binding, { text: "Hi" }))).toMatchObject({
      rule: "compose",
    });
  });

  it("are rejected with GET", async () => {
    expect(await catchInputError(body("application/json", { a: 1 }, { method: "GET" }))).toEqual({
      pointer: "/args/a",
      rule: "method",
    });
  });
});

// The values are those of node:zlib and node:crypto.
it.each([
  ["md5", "XUFAKrxLKna5cZ2REBfFkg=="],
  ["crc32", "NhCmhg=="],
] as const)("has a header with the %s of the body", async (algorithm, checksum) => {
  const { headers } = await requestFor(
    {
      method: "PUT",
      slots: [{ argument: "body", in: "body", name: "body", style: "" }],
      body: { type: "text/xml", argument: "body", checksum: { header: "x-sum", algorithm } },
    },
    { body: "hello" },
  );
  expect(headers["x-sum"]).toBe(checksum);
});
