import { encodeBase64url } from "../../../kit/base64.ts";
import type { BodyArguments, ComposedBody } from "./composed-body.ts";
import { jsonBody } from "./composed-body.ts";
import { formatMessage } from "./internet-message.ts";

/** A message of the Gmail API. Google adds the sender, the date and the ID. */
export const gmailMessage = (args: BodyArguments): ComposedBody => jsonBody(toMessage(args));

/** A draft of the Gmail API. */
export const gmailDraft = (args: BodyArguments): ComposedBody =>
  jsonBody({ message: toMessage(args) });

function toMessage(args: BodyArguments): object {
  const raw = encodeBase64url(new TextEncoder().encode(formatMessage(args)));
  return { raw, threadId: args["thread_id"] };
}
