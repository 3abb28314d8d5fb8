import { encodeBase64 } from "../../../kit/base64.ts";
import { isFile, parseFile } from "../file.ts";
import { argumentError } from "../request-error.ts";
import type { BodyArguments, ComposedBody } from "./composed-body.ts";
import { jsonBody } from "./composed-body.ts";
import { parseEmailAddress } from "./email-address.ts";

/** The body of Microsoft Graph's `sendMail`. */
export const outlookMessage = (args: BodyArguments): ComposedBody =>
  jsonBody({ message: toMessage(args), saveToSentItems: args["save_to_sent_items"] });

/** A message of Microsoft Graph, which stores it as a draft. */
export const outlookDraft = (args: BodyArguments): ComposedBody => jsonBody(toMessage(args));

/** The body of `forward`: whom to send an email to, with a text before it. */
export const outlookForward = ({ to, comment }: BodyArguments): ComposedBody =>
  jsonBody({ comment, toRecipients: toRecipients("to", to) });

/** A file that is attached to a draft or an event. */
export const outlookAttachment = (file: BodyArguments): ComposedBody =>
  jsonBody(toAttachment(file));

function toMessage(args: BodyArguments): object {
  const { subject, text, html, importance, attachments } = args;
  if ((text === undefined) === (html === undefined))
    throw argumentError("text", "one_of", "Pass the body as either text or html.");
  return {
    subject,
    body:
      text === undefined
        ? { contentType: "HTML", content: html }
        : { contentType: "Text", content: text },
    importance,
    toRecipients: toRecipients("to", args["to"]),
    ccRecipients: toRecipients("cc", args["cc"]),
    bccRecipients: toRecipients("bcc", args["bcc"]),
    replyTo: toRecipients("reply_to", args["reply_to"]),
    attachments: (attachments as readonly unknown[] | undefined)?.map(toAttachment),
  };
}

const toRecipients = (argument: string, values: unknown): object[] | undefined =>
  (values as readonly unknown[] | undefined)?.map((value) => ({
    emailAddress: toEmailAddress(argument, value),
  }));

/** An `emailAddress` of Microsoft Graph, with the name if there is one. */
export function toEmailAddress(argument: string, value: unknown): object {
  const { name, address } = parseEmailAddress(argument, value);
  return { address, ...(name !== "" && { name }) };
}

function toAttachment(value: unknown): object {
  if (!isFile(value))
    throw argumentError("attachments", "file", "Each attachment needs a filename and data.");
  const { filename, type, bytes } = parseFile("attachments", value);
  return {
    "@odata.type": "#microsoft.graph.fileAttachment",
    name: filename,
    contentType: type,
    contentBytes: encodeBase64(bytes),
  };
}
