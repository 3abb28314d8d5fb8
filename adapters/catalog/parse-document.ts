import { parseDocument as parseYaml } from "yaml";

/** The most that YAML's aliases may multiply a document. */
const MAX_ALIASES = 100;

/** A JSON or YAML text as what it says. Throws a sentence where it is neither, or where its aliases would make it endless. */
export function parseDocument(text: string, name: string): unknown {
  const trimmed = text.replace(/^\uFEFF/, "");
  if (/^\s*[{[]/.test(trimmed)) {
    try {
      return JSON.parse(trimmed) as unknown;
    } catch (error) {
      if (/\.json$/.test(name)) throw new Error(`${name} is no JSON: ${(error as Error).message}`);
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
  if (error) throw new Error(`${name} is neither JSON nor YAML: ${error.message.split("\n")[0]}`);
  try {
    return parsed.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch (cause) {
    throw new Error(
      `${name} is YAML that repeats itself too often: ${(cause as Error).message.split("\n")[0]}`,
      { cause },
    );
  }
}
