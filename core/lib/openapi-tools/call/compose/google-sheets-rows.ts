import type { BodyArguments, ComposedBody } from "./composed-body.ts";
import { jsonBody } from "./composed-body.ts";

/** A `ValueRange` of the Google Sheets API whose values are rows. */
export const googleSheetsRows = ({ rows }: BodyArguments): ComposedBody =>
  jsonBody({ majorDimension: "ROWS", values: rows });
