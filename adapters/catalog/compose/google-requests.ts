import {
  argumentError,
  type BodyArguments,
  type ComposedBody,
  jsonBody,
} from "../../../core/lib/openapi-tools/body/index.ts";

/** The body of a `batchUpdate` of Google Docs, Slides, Sheets or Forms. */
export const requestsBody = (...requests: readonly object[]): ComposedBody =>
  jsonBody({ requests });

/**
 * The names of the members that have a value, for a field mask: Google changes only those.
 *
 * @throws an `InvalidInputError` if there is none
 */
export function fieldMask(members: object): string {
  const names = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (names.length === 0)
    throw argumentError(undefined, "required", "Pass at least one property to change.");
  return names.join(",");
}

/** Replaces texts of a document or presentation, such as `{{name}}`. */
export const googlePlaceholders = ({ replacements }: BodyArguments): ComposedBody =>
  requestsBody(
    ...Object.entries(replacements as Readonly<Record<string, unknown>>).map(
      ([text, replaceText]) => ({
        replaceAllText: {
          containsText: { text, matchCase: true },
          replaceText: String(replaceText),
        },
      }),
    ),
  );
