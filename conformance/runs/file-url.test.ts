import { describe, expect, it } from "vitest";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import {
  API_KEY,
  createRunFixture,
  rejectedProblem,
  type UpstreamHandler,
} from "../fixtures/platform/tool-runner.ts";

const text = { type: "string" };
const properties = { path: text, text, data: text, url: text };
const uploadTool = createTool(
  {
    method: "POST",
    path: "/upload",
    slots: Object.keys(properties).map((argument) => ({
      argument,
      in: "body",
      name: argument,
      style: "",
    })),
    body: { type: "application/octet-stream", compose: "dropbox_upload" },
  },
  { input: { type: "object", required: ["path"], properties } },
);

/** Serves files, and answers uploads with their length. */
const handler: UpstreamHandler = ({ url, body }, response) => {
  if (url?.startsWith("/upload")) response.end(JSON.stringify({ length: body.length }));
  else if (url === "/moved") response.writeHead(302, { location: "/file" }).end();
  else if (url === "/file") response.end("It hums");
  else if (url === "/huge") response.end("x".repeat(20_000_001));
  else response.writeHead(404).end();
};

const upload = async (path: string, input: Record<string, unknown> = {}) => {
  const fixture = await createRunFixture(handler, { app: { slug: "dropbox" } });
  const outcome = fixture.run(uploadTool, {
    input: { path: "/a.txt", url: fixture.origin + path, ...input },
    timeoutMs: 20_000,
  });
  return { fixture, outcome };
};

describe("a file whose URL is an argument", () => {
  it.each(["/file", "/moved"])("is downloaded from %s without the credential", async (path) => {
    const { fixture, outcome } = await upload(path);
    expect((await outcome).data).toEqual({ length: 7 });
    const sent = fixture.requests.map(({ method, url, headers }) => [
      method,
      url,
      headers.authorization,
    ]);
    expect(sent.at(-1)).toEqual(["POST", "/upload", "Bearer token-0123456789"]);
    for (const [method, , authorization] of sent.slice(0, -1))
      expect([method, authorization]).toEqual(["GET", undefined]);
  });

  it("is downloaded for a tool that takes a file besides other arguments", async () => {
    const fixture = await createRunFixture(handler, { app: { slug: "videos" } });
    const tool = createTool(
      {
        method: "POST",
        path: "/videos",
        slots: [{ argument: "file", in: "body", name: "file", style: "file" }],
        body: {
          type: "application/json",
          upload: {
            argument: "file",
            base: `${fixture.origin}/upload`,
            parameter: "kind",
            withMetadata: "both",
            withoutMetadata: "file",
          },
        },
      },
      { input: { type: "object", properties: { file: { type: "object" } } } },
    );
    const { data } = await fixture.run(tool, {
      input: { file: { url: `${fixture.origin}/file` } },
      timeoutMs: 20_000,
    });
    expect(data).toEqual({ length: 7 });
    expect(fixture.requests.at(-1)!.url).toBe("/upload/videos?kind=file");
  });

  it.each([
    ["/none", "The file can't be downloaded. Its server answered 404."],
    ["/huge", "The file can't be downloaded. It has more than 20 MB."],
  ])(
    "that can't be downloaded from %s fails the run before the app is called",
    async (path, message) => {
      const { fixture, outcome } = await upload(path);
      expect(await rejectedProblem(outcome)).toMatchObject({
        code: "invalid_arguments",
        errors: [{ pointer: "/arguments/url", detail: message }],
      });
      expect(fixture.requests.map(({ url }) => url)).toEqual([path]);
      const runs = await fixture.runs.list(API_KEY, { limit: 10 });
      expect(runs).toMatchObject([
        { status: "failed", failure: { code: "upstream_bad_request", message } },
      ]);
    },
  );

  it("at a private address is never downloaded", async () => {
    const { outcome } = await upload("", { url: "http://169.254.169.254/latest/meta-data" });
    expect(await rejectedProblem(outcome)).toMatchObject({
      code: "invalid_arguments",
      errors: [{ pointer: "/arguments/url" }],
    });
  });

  it("excludes other content", async () => {
    const { fixture, outcome } = await upload("/file", { text: "hi" });
    expect(await rejectedProblem(outcome)).toMatchObject({
      code: "invalid_arguments",
      errors: [
        { pointer: "/arguments/url", detail: "Pass the content as one of text, data and url." },
      ],
    });
    expect(fixture.requests).toEqual([]);
  });
});
