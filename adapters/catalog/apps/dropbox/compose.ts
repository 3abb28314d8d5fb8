import {
  type BodyArguments,
  type ComposedBody,
  type Composers,
  readFileContent,
} from "../../../../core/lib/openapi-tools/body/index.ts";

/**
 * The body of Dropbox's `/files/upload`: the bytes of the file. Its other arguments are JSON in the
 * header `Dropbox-API-Arg`, in which characters beyond ASCII are escaped.
 */
function dropboxUpload(args: BodyArguments): ComposedBody {
  const { path, mode = "add", autorename = false } = args;
  const json = JSON.stringify({ path, mode, autorename }).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return {
    type: "application/octet-stream",
    content: readFileContent(args),
    headers: { "dropbox-api-arg": json },
  };
}

export const COMPOSERS: Composers = {
  dropbox_upload: { compose: dropboxUpload, takesFileUrl: true },
};
