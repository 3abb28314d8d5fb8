import { describe, expect, it } from "vitest";
import { formatMessage } from "./internet-message.ts";

const decode = (base64: string) => Buffer.from(base64.replaceAll("\r\n", ""), "base64").toString();

/** Splits a message into its header lines, unfolded, and its content. */
function parse(message: string) {
  const at = message.indexOf("\r\n\r\n");
  const headers = message.slice(0, at).replaceAll("\r\n ", " ").split("\r\n");
  return { headers, content: message.slice(at + 4) };
}

/** Splits the content of a multipart message into its parts. */
function parseParts(message: string) {
  const { headers, content } = parse(message);
  const boundary = /boundary="([^"]+)"/.exec(headers.join("\n"))![1]!;
  expect(content.endsWith(`--${boundary}--\r\n`)).toBe(true);
  return content
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => parse(part.slice(2, -2)));
}

describe("an email", () => {
  it("has the headers of RFC 5322 and a body in base64", () => {
    const { headers, content } = parse(
      formatMessage({
        to: ["ada@acme.io", "Grace Hopper <grace@acme.io>"],
        cc: ["ops@acme.io"],
        subject: "Lunch?",
        text: "At noon.\nBring bread.",
      }),
    );
    expect(headers).toEqual([
      'To: ada@acme.io, "Grace Hopper" <grace@acme.io>',
      "Cc: ops@acme.io",
      "Subject: Lunch?",
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=UTF-8",
      "Content-Transfer-Encoding: base64",
    ]);
    expect(decode(content)).toBe("At noon.\r\nBring bread.");
  });

  it("encodes names and subjects beyond ASCII as words of at most 75 characters", () => {
    const subject = "Grüße aus Zürich, ".repeat(8);
    const message = formatMessage({ to: ["Ada Löw <ada@acme.io>"], subject, text: "Hi" });
    expect(message).toContain("To: =?UTF-8?B?QWRhIEzDtnc=?= <ada@acme.io>\r\n");
    const words = [...message.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)].slice(1);
    expect(words.every(([word]) => word.length <= 75)).toBe(true);
    expect(words.map(([, base64]) => decode(base64!)).join("")).toBe(subject);
  });

  it("offers text and HTML as alternatives, the richer one last", () => {
    const parts = parseParts(formatMessage({ to: ["a@b.io"], text: "Hi", html: "<p>Hi</p>" }));
    expect(parts.map(({ headers }) => headers[0])).toEqual([
      "Content-Type: text/plain; charset=UTF-8",
      "Content-Type: text/html; charset=UTF-8",
    ]);
  });

  it("has attachments after the body", () => {
    const bytes = Buffer.from("x".repeat(200));
    const [body, file] = parseParts(
      formatMessage({
        to: ["a@b.io"],
        text: "See the file.",
        attachments: [
          {
            filename: "Übersicht.pdf",
            content_type: "application/pdf",
            data: bytes.toString("base64"),
          },
        ],
      }),
    );
    expect(decode(body!.content)).toBe("See the file.");
    expect(file!.headers).toEqual([
      "Content-Type: application/pdf",
      "Content-Transfer-Encoding: base64",
      "Content-Disposition: attachment; filename*=UTF-8''%C3%9Cbersicht.pdf",
    ]);
    expect(Math.max(...file!.content.split("\r\n").map(({ length }) => length))).toBe(76);
    expect(decode(file!.content)).toBe(bytes.toString());
  });

  it("names the email that it answers", () =>
    expect(
      parse(formatMessage({ to: ["a@b.io"], text: "Yes.", in_reply_to: "CAF9@mail.gmail.com" }))
        .headers,
    ).toEqual(
      expect.arrayContaining([
        "In-Reply-To: <CAF9@mail.gmail.com>",
        "References: <CAF9@mail.gmail.com>",
      ]),
    ));

  it.each([
    ["/args/text", { to: ["a@b.io"] }],
    ["/args/to", { to: ["ada"], text: "Hi" }],
    ["/args/to", { to: ["a@b.io\r\nBcc: eve@evil.io"], text: "Hi" }],
    ["/args/cc", { cc: ["Ada\r\nX: y <a@b.io>"], text: "Hi" }],
    ["/args/subject", { to: ["a@b.io"], subject: "Hi\r\nBcc: eve@evil.io", text: "Hi" }],
    ["/args/in_reply_to", { to: ["a@b.io"], text: "Hi", in_reply_to: "a>\r\nBcc: eve@evil.io" }],
    ["/args/attachments", { to: ["a@b.io"], text: "Hi", attachments: [{ filename: "a" }] }],
  ])("is rejected at %s: %j", (pointer, args) =>
    expect(() => formatMessage(args)).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ pointer }) as object }) as Error,
    ),
  );
});
