import { encodeBase64 } from "../../../core/lib/kit/bytes/base64.ts";
import {
  argumentError,
  type BodyArguments,
  type ComposedBody,
  isFile,
  jsonBody,
  parseFile,
} from "../../../core/lib/openapi-tools/body/index.ts";
import { parseEmailAddress } from "./email-address.ts";

/** A file that is attached to a draft or an event. */
export const outlookAttachment = (file: BodyArguments): ComposedBody =>
  jsonBody(toAttachment(file));

/** An `emailAddress` of Microsoft Graph, with the name if there is one. */
export function toEmailAddress(argument: string, value: unknown): object {
  const { name, address } = parseEmailAddress(argument, value);
  return { address, ...(name !== "" && { name }) };
}

export function toAttachment(value: unknown): object {
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
