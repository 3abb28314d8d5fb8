import type { BodyArguments, ComposedBody } from "./composed-body.ts";
import { googleDriveUpload } from "./google-drive-upload.ts";
import { fieldMask, requestsBody } from "./google-requests.ts";
import { parseColor } from "./rgb-color.ts";

/** A document with text, which Google Drive converts from the format of the text. */
export const googleDocsDocument = ({
  title,
  text,
  format = "text/plain",
  folder_id,
}: BodyArguments): ComposedBody =>
  googleDriveUpload({ name: title, text, content_type: format, folder_id, convert_to: "document" });

/** Where something is inserted: at an index, or at the end of the document. */
const place = (index: unknown): object =>
  index === undefined ? { endOfSegmentLocation: {} } : { location: { index } };

export const googleDocsText = ({ text, index }: BodyArguments): ComposedBody =>
  requestsBody({ insertText: { text, ...place(index) } });

export const googleDocsTable = ({ rows, columns, index }: BodyArguments): ComposedBody =>
  requestsBody({ insertTable: { rows, columns, ...place(index) } });

export const googleDocsPageBreak = ({ index }: BodyArguments): ComposedBody =>
  requestsBody({ insertPageBreak: place(index) });

/** Without a size, an image has its own. */
export const googleDocsImage = ({ url, index, width, height }: BodyArguments): ComposedBody =>
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

export function googleDocsTextStyle({
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

export function googleDocsParagraphStyle({
  start,
  end,
  style,
  alignment,
}: BodyArguments): ComposedBody {
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
