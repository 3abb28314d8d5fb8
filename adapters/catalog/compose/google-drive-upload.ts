import {
  type BodyArguments,
  type ComposedBody,
  encodeRelated,
  fileType,
  readFileContent,
} from "../../../core/lib/openapi-tools/body/index.ts";

/**
 * The body of an upload to Google Drive with `uploadType=multipart`: the metadata and the bytes of
 * a file.
 */
export function googleDriveUpload(args: BodyArguments): ComposedBody {
  const { name, folder_id: folderId, description, convert_to: convertTo } = args;
  const type = fileType(args);
  const metadata = JSON.stringify({
    name,
    description,
    mimeType: convertTo === undefined ? type : CONVERSIONS[String(convertTo)],
    parents: folderId === undefined ? undefined : [folderId],
  });
  return encodeRelated([
    {
      type: "application/json; charset=UTF-8",
      content: new TextEncoder().encode(metadata),
    },
    { type, content: readFileContent(args) },
  ]);
}

const CONVERSIONS: Readonly<Record<string, string>> = {
  document: "application/vnd.google-apps.document",
  spreadsheet: "application/vnd.google-apps.spreadsheet",
  presentation: "application/vnd.google-apps.presentation",
};
