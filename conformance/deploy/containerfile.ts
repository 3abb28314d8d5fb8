/** An instruction of a Containerfile. */
export interface Instruction {
  /** In upper case. */
  readonly name: string;
  /** The rest, with continued lines joined. */
  readonly text: string;
}

/** Parses a Containerfile without heredocs, parser directives and variables. */
export function parseContainerfile(text: string): Instruction[] {
  return text
    .split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join("\n")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => {
      const [, name = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), text: rest };
    });
}

/** Parses the pairs of an ENV instruction. */
export const parseEnv = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
