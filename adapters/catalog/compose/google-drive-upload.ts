import {
  type BodyArguments,
  type ComposedBody,
  joinBytes,
} from "../../../core/lib/openapi-tools/index.ts";
import { readFileContent } from "./file-content.ts";

/**
 * The body of an upload to Google Drive with `uploadType=multipart`: the metadata and the bytes of
 * a file as `multipart/related` (RFC 2387).
 */
export function googleDriveUpload(args: BodyArguments): ComposedBody {
  const { name, folder_id: folderId, description, convert_to: convertTo } = args;
  const mediaType = mediaTypeOf(args);
  const metadata = JSON.stringify({
    name,
    description,
    mimeType: convertTo === undefined ? mediaType : CONVERSIONS[String(convertTo)],
    parents: folderId === undefined ? undefined : [folderId],
  });
  const boundary = `jackfield-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const content = joinBytes([
    encoder.encode(
      `--${boundary}\r\ncontent-type: application/json; charset=UTF-8\r\n\r\n${metadata}\r\n--${boundary}\r\ncontent-type: ${mediaType}\r\n\r\n`,
    ),
    readFileContent(args),
    encoder.encode(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/related; boundary=${boundary}`, content };
}

/** The schema of the argument allows only media types, so that it can't add headers. */
function mediaTypeOf({ content_type: type, text }: BodyArguments): string {
  if (type !== undefined) return String(type);
  return text === undefined ? "application/octet-stream" : "text/plain";
}

const CONVERSIONS: Readonly<Record<string, string>> = {
  document: "application/vnd.google-apps.document",
  spreadsheet: "application/vnd.google-apps.spreadsheet",
  presentation: "application/vnd.google-apps.presentation",
};
