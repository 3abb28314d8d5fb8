import { parseDocument as parseYaml } from "yaml";
import { textBefore } from "../../../core/lib/kit/text/text-before.ts";

/** How often YAML aliases may multiply a document. */
const MAX_ALIASES = 100;

/** JSON and YAML don't begin with a tag. */
const HTML_PAGE = /^\s*<(?!\?xml)[a-z!]/i;

/** What to try when a URL leads to a page of documentation. */
const HTML_ADVICE =
  "Look there for a link to the OpenAPI document, often openapi.json or swagger.json, and use its URL. A page that needs a sign-in can be saved as a file.";

/** Parses JSON or YAML. Throws if the text is neither, or if its aliases expand too far. */
export function parseDocument(text: string, name: string): unknown {
  const trimmed = text.replace(/^\uFEFF/, "");
  if (HTML_PAGE.test(trimmed)) throw new Error(`${name} is an HTML page. ${HTML_ADVICE}`);
  if (/^\s*[{[]/.test(trimmed)) {
    try {
      return JSON.parse(trimmed) as unknown;
    } catch (error) {
      if (/\.json$/.test(name))
        throw new Error(`${name} is not valid JSON: ${(error as Error).message}`);
    }
  }
  const parsed = parseYaml(trimmed, {
    schema: "core",
    merge: true,
    strict: false,
    uniqueKeys: false,
    prettyErrors: true,
    logLevel: "error",
  });
  const [error] = parsed.errors;
  if (error)
    // The rest of the message quotes the line.
    throw new Error(
      `${name} is neither valid JSON nor valid YAML: ${textBefore(error.message, "\n").replace(/:?$/, ".")}`,
    );
  try {
    return parsed.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch (cause) {
    throw new Error(
      `${name} expands its YAML aliases too often: ${(cause as Error).message.split("\n")[0]}`,
      { cause },
    );
  }
}
