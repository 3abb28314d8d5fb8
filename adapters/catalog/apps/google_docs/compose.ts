import type {
  BodyArguments,
  ComposedBody,
  Composers,
} from "../../../../core/lib/openapi-tools/body/index.ts";
import { googleDriveUpload } from "../../compose/google-drive-upload.ts";
import { fieldMask, googlePlaceholders, requestsBody } from "../../compose/google-requests.ts";
import { parseColor } from "../../compose/rgb-color.ts";

/** A document with text, which Google Drive converts from the format of the text. */
const googleDocsDocument = ({
  title,
  text,
  format = "text/plain",
  folder_id,
}: BodyArguments): ComposedBody =>
  googleDriveUpload({ name: title, text, content_type: format, folder_id, convert_to: "document" });

/** Where something is inserted: at an index, or at the end of the document. */
const place = (index: unknown): object =>
  index === undefined ? { endOfSegmentLocation: {} } : { location: { index } };

const googleDocsText = ({ text, index }: BodyArguments): ComposedBody =>
  requestsBody({ insertText: { text, ...place(index) } });

const googleDocsTable = ({ rows, columns, index }: BodyArguments): ComposedBody =>
  requestsBody({ insertTable: { rows, columns, ...place(index) } });

const googleDocsPageBreak = ({ index }: BodyArguments): ComposedBody =>
  requestsBody({ insertPageBreak: place(index) });

/** Without a size, an image has its own. */
const googleDocsImage = ({ url, index, width, height }: BodyArguments): ComposedBody =>
  requestsBody({
    insertInlineImage: {
      uri: url,
      objectSize:
        width === undefined && height === undefined
          ? undefined
          : { width: toPoints(width), height: toPoints(height) },
      ...place(index),
    },
  });

function googleDocsTextStyle({
  start,
  end,
  bold,
  italic,
  underline,
  strikethrough,
  font,
  font_size: fontSize,
  color,
  link,
}: BodyArguments): ComposedBody {
  const textStyle = {
    bold,
    italic,
    underline,
    strikethrough,
    weightedFontFamily: font === undefined ? undefined : { fontFamily: font },
    fontSize: toPoints(fontSize),
    foregroundColor:
      color === undefined ? undefined : { color: { rgbColor: parseColor("color", color) } },
    link: link === undefined ? undefined : { url: link },
  };
  return requestsBody({
    updateTextStyle: { range: toRange(start, end), textStyle, fields: fieldMask(textStyle) },
  });
}

function googleDocsParagraphStyle({ start, end, style, alignment }: BodyArguments): ComposedBody {
  const paragraphStyle = { namedStyleType: style, alignment };
  return requestsBody({
    updateParagraphStyle: {
      range: toRange(start, end),
      paragraphStyle,
      fields: fieldMask(paragraphStyle),
    },
  });
}

const toRange = (startIndex: unknown, endIndex: unknown): object => ({ startIndex, endIndex });

const toPoints = (magnitude: unknown): object | undefined =>
  magnitude === undefined ? undefined : { magnitude, unit: "PT" };

export const COMPOSERS: Composers = {
  google_docs_document: { compose: googleDocsDocument },
  google_docs_image: { compose: googleDocsImage },
  google_docs_page_break: { compose: googleDocsPageBreak },
  google_docs_paragraph_style: { compose: googleDocsParagraphStyle },
  google_docs_table: { compose: googleDocsTable },
  google_docs_text: { compose: googleDocsText },
  google_docs_text_style: { compose: googleDocsTextStyle },
  google_placeholders: { compose: googlePlaceholders },
};
