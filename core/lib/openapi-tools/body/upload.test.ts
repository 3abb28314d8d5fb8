import { describe, expect, it } from "vitest";
import { catchInputError, requestFor } from "../call/testing.ts";
import type { HttpBinding } from "../tool-record.ts";

const binding: Partial<HttpBinding> = {
  method: "POST",
  path: "/videos",
  slots: [
    { argument: "title", in: "body", name: "title", style: "" },
    { argument: "file", in: "body", name: "file", style: "file" },
  ],
  body: {
    type: "application/json",
    upload: {
      argument: "file",
      base: "https://api.desk.example/upload/v1",
      parameter: "uploadType",
      withMetadata: "multipart",
      withoutMetadata: "media",
    },
  },
};

const send = async (args: Record<string, unknown>) => {
  const { url, headers, body } = await requestFor(binding, args);
  const type = headers["content-type"];
  const text = typeof body === "string" ? body : Buffer.from(body!).toString("latin1");
  return { url, type, text };
};

describe("an upload", () => {
  it("is the other arguments as JSON and the file", async () => {
    const { url, type, text } = await send({
      title: "ü",
      file: { data: "aGn/", content_type: "video/mp4" },
    });
    expect(url).toBe("https://api.desk.example/upload/v1/videos?uploadType=multipart");
    const boundary = /^multipart\/related; boundary=(\S+)$/.exec(type!)![1]!;
    expect(text.split("\r\n")).toEqual([
      `--${boundary}`,
      "content-type: application/json; charset=UTF-8",
      "",
      '{"title":"Ã¼"}',
      `--${boundary}`,
      "content-type: video/mp4",
      "",
      "hi\xff",
      `--${boundary}--`,
      "",
    ]);
  });

  it("is the file without other arguments", async () =>
    expect(await send({ file: { text: "hi" } })).toEqual({
      url: "https://api.desk.example/upload/v1/videos?uploadType=media",
      type: "text/plain",
      text: "hi",
    }));

  it("goes to the usual place without a file", async () =>
    expect(await send({ title: "a" })).toEqual({
      url: "https://api.desk.example/v1/videos",
      type: "application/json",
      text: '{"title":"a"}',
    }));

  it.each([
    [{}, "one_of"],
    [{ text: "a", data: "aGk=" }, "one_of"],
    [{ data: "*" }, "base64"],
  ])("with the file %j is rejected", async (file, rule) =>
    expect(await catchInputError(send({ file }))).toEqual({ pointer: "/args/file", rule }),
  );
});
