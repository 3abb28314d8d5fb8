import type { Schema } from "../../../json-schema/index.ts";
import type { UploadFormat } from "../compile-options.ts";

/** The input schema of the file that an operation takes besides its other arguments. */
export const uploadSchema = ({ mediaTypes = [] }: UploadFormat): Schema => ({
  type: "object",
  description: `The file. Pass its content as one of text, data and url.${
    mediaTypes.length > 0 ? ` Its media type is ${mediaTypes.join(" or ")}.` : ""
  }`,
  properties: {
    text: { type: "string", description: "The content of a text file." },
    data: { type: "string", description: "The content in base64, for files that aren't text." },
    url: {
      type: "string",
      format: "uri",
      pattern: "^https?://",
      maxLength: 2000,
      description: "The public URL of the content, which is downloaded first.",
    },
    content_type: {
      type: "string",
      pattern: "^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$",
      maxLength: 120,
      description:
        "The media type of the content. By default text/plain for text, and that of the URL's server.",
    },
  },
  additionalProperties: false,
});
