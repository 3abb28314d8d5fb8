import { encodeBase64 } from "../../../core/lib/kit/bytes/base64.ts";
import {
  argumentError,
  type BodyArguments,
  isFile,
  parseFile,
} from "../../../core/lib/openapi-tools/body/index.ts";
import { parseEmailAddress } from "./email-address.ts";

/** A part of a message: its header lines, and its content. */
interface MessagePart {
  readonly headers: readonly string[];
  readonly content: string;
}

/**
 * Formats an email (RFC 5322) from `to`, `cc`, `bcc`, `reply_to`, `subject`, `text`, `html`,
 * `attachments` and `in_reply_to`. Text and HTML together are alternatives (RFC 2046, section
 * 5.1.4). All content is base64, so that lines are short and in ASCII.
 *
 * @throws an `InvalidInputError` if there is neither text nor HTML, or a header isn't one line
 */
export function formatMessage(args: BodyArguments): string {
  const { text, html, attachments } = args;
  const bodies = [
    ...(typeof text === "string" ? [textPart("plain", text)] : []),
    ...(typeof html === "string" ? [textPart("html", html)] : []),
  ];
  if (bodies.length === 0)
    throw argumentError("text", "required", "Pass the body as text, as html, or as both.");
  const files = ((attachments as readonly unknown[] | undefined) ?? []).map(attachmentPart);
  const body = joinParts("alternative", bodies);
  const { headers, content } = joinParts("mixed", [body, ...files]);
  return [...messageHeaders(args), "MIME-Version: 1.0", ...headers, "", content].join("\r\n");
}

function messageHeaders(args: BodyArguments): string[] {
  const addresses = (["to", "cc", "bcc", "reply_to"] as const).flatMap((argument) => {
    const listed = [args[argument] ?? []].flat().map((each) => formatAddress(argument, each));
    return listed.length > 0 ? [`${ADDRESS_HEADERS[argument]}: ${listed.join(",\r\n ")}`] : [];
  });
  const { subject, in_reply_to: inReplyTo } = args;
  const replyHeaders =
    inReplyTo === undefined
      ? []
      : [`In-Reply-To: ${formatMessageId(inReplyTo)}`, `References: ${formatMessageId(inReplyTo)}`];
  return [
    ...addresses,
    ...(subject === undefined ? [] : [`Subject: ${encodeText("subject", String(subject))}`]),
    ...replyHeaders,
  ];
}

const ADDRESS_HEADERS = { to: "To", cc: "Cc", bcc: "Bcc", reply_to: "Reply-To" } as const;

/** An address, with or without a name: `ada@acme.io` or `Ada Löw <ada@acme.io>`. */
function formatAddress(argument: string, value: unknown): string {
  const { name: label, address } = parseEmailAddress(argument, value);
  if (label === "") return address;
  const isPlain = /^[A-Za-z0-9 .'_-]+$/.test(label);
  return `${isPlain ? `"${label}"` : encodeText(argument, label, true)} <${address}>`;
}

function formatMessageId(value: unknown): string {
  const id = String(value).trim().replace(/^<|>$/g, "");
  if (!/^[\x21-\x3b\x3d\x3f-\x7e]{1,900}$/.test(id))
    throw argumentError(
      "in_reply_to",
      "message_id",
      "Must be the header Message-ID of the email to answer.",
    );
  return `<${id}>`;
}

/** Encodes text that isn't printable ASCII as encoded words of at most 75 characters (RFC 2047). */
function encodeText(argument: string, text: string, always = false): string {
  if (/[\r\n\0]/.test(text)) throw argumentError(argument, "header_text", "Must be a single line.");
  if (!always && /^[\x20-\x7e]{0,900}$/.test(text) && !text.includes("=?")) return text;
  const words: string[] = [];
  let word = "";
  const encoder = new TextEncoder();
  for (const character of text) {
    if (encoder.encode(word + character).length > MAX_WORD_BYTES) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word]
    .map((each) => `=?UTF-8?B?${encodeBase64(encoder.encode(each))}?=`)
    .join("\r\n ");
}

/** 75 characters without `=?UTF-8?B?` and `?=` are 60 of base64, which hold 45 bytes. */
const MAX_WORD_BYTES = 45;

const textPart = (subtype: string, text: string): MessagePart => ({
  headers: [`Content-Type: text/${subtype}; charset=UTF-8`, "Content-Transfer-Encoding: base64"],
  content: wrap(encodeBase64(new TextEncoder().encode(text.replace(/\r?\n/g, "\r\n")))),
});

function attachmentPart(value: unknown): MessagePart {
  if (!isFile(value))
    throw argumentError(
      "attachments",
      "type",
      "Each attachment has data in base64, a filename and a content_type.",
    );
  const { filename, type, bytes } = parseFile("attachments", value);
  // RFC 2231, section 4, for names beyond ASCII.
  const name = /^[\x20-\x7e]*$/.test(filename)
    ? `filename="${filename}"`
    : `filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, escapeCharacter)}`;
  return {
    headers: [
      `Content-Type: ${type}`,
      "Content-Transfer-Encoding: base64",
      `Content-Disposition: attachment; ${name}`,
    ],
    content: wrap(encodeBase64(bytes)),
  };
}

const escapeCharacter = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** A multipart part of several parts, or the part itself if there is only one. */
function joinParts(subtype: string, parts: readonly MessagePart[]): MessagePart {
  const [first, ...others] = parts;
  if (first && others.length === 0) return first;
  const boundary = `jackfield-${crypto.randomUUID()}`;
  return {
    headers: [`Content-Type: multipart/${subtype}; boundary="${boundary}"`],
    content: [
      ...parts.map(({ headers, content }) =>
        [`--${boundary}`, ...headers, "", content].join("\r\n"),
      ),
      `--${boundary}--`,
      "",
    ].join("\r\n"),
  };
}

/** Lines of base64 have at most 76 characters (RFC 2045, section 6.8). */
const wrap = (base64: string): string => base64.replace(/.{76}(?=.)/g, "$&\r\n");
