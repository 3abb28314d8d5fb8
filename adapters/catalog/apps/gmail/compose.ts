import { encodeBase64url } from "../../../../core/lib/kit/bytes/base64.ts";
import {
  type BodyArguments,
  type ComposedBody,
  type Composers,
  jsonBody,
} from "../../../../core/lib/openapi-tools/body/index.ts";
import { formatMessage } from "../../compose/internet-message.ts";

/** A message of the Gmail API. Google adds the sender, the date and the ID. */
const gmailMessage = (args: BodyArguments): ComposedBody => jsonBody(toMessage(args));

/** A draft of the Gmail API. */
const gmailDraft = (args: BodyArguments): ComposedBody => jsonBody({ message: toMessage(args) });

function toMessage(args: BodyArguments): object {
  const raw = encodeBase64url(new TextEncoder().encode(formatMessage(args)));
  return { raw, threadId: args["thread_id"] };
}

export const COMPOSERS: Composers = {
  gmail_draft: { compose: gmailDraft },
  gmail_message: { compose: gmailMessage },
};
