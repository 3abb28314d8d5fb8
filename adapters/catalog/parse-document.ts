import { parseDocument as parseYaml } from "yaml";

/** How often YAML aliases may multiply a document. */
const MAX_ALIASES = 100;

/** Parses JSON or YAML. Throws if the text is neither, or if its aliases expand too far. */
export function parseDocument(text: string, name: string): unknown {
  const trimmed = text.replace(/^\uFEFF/, "");
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
      `${name} is neither valid JSON nor valid YAML: ${error.message.split("\n")[0]!.replace(/:?$/, ".")}`,
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
