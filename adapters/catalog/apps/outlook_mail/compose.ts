import {
  argumentError,
  type BodyArguments,
  type ComposedBody,
  type Composers,
  jsonBody,
} from "../../../../core/lib/openapi-tools/body/index.ts";
import { outlookAttachment, toAttachment, toEmailAddress } from "../../compose/outlook-items.ts";

/** The body of Microsoft Graph's `sendMail`. */
const outlookMessage = (args: BodyArguments): ComposedBody =>
  jsonBody({ message: toMessage(args), saveToSentItems: args["save_to_sent_items"] });

/** A message of Microsoft Graph, which stores it as a draft. */
const outlookDraft = (args: BodyArguments): ComposedBody => jsonBody(toMessage(args));

/** The body of `forward`: whom to send an email to, with a text before it. */
const outlookForward = ({ to, comment }: BodyArguments): ComposedBody =>
  jsonBody({ comment, toRecipients: toRecipients("to", to) });

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

export const COMPOSERS: Composers = {
  outlook_attachment: { compose: outlookAttachment },
  outlook_draft: { compose: outlookDraft },
  outlook_forward: { compose: outlookForward },
  outlook_message: { compose: outlookMessage },
};
