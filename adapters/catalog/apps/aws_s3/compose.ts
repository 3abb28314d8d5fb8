import {
  argumentError,
  type BodyArguments,
  type ComposedBody,
  type Composers,
  readFileContent,
} from "../../../../core/lib/openapi-tools/body/index.ts";

/** The body of an upload to Amazon S3: the bytes of the file, which keeps its media type. */
function s3Object(args: BodyArguments): ComposedBody {
  const type = args["content_type"] ?? (args["text"] === undefined ? OTHER : TEXT);
  if (typeof type !== "string" || !MEDIA_TYPE.test(type))
    throw argumentError("content_type", "media_type", "Must be a media type, such as text/csv.");
  return { type, content: readFileContent(args) };
}

const TEXT = "text/plain; charset=utf-8";
const OTHER = "application/octet-stream";
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:; ?[\w-]+=[\w.+-]+)*$/;

export const COMPOSERS: Composers = {
  s3_object: { compose: s3Object, takesFileUrl: true },
};
