import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A fenced block of a document that is marked `sh run`. */
export interface DocumentedCommand {
  /** The file and line of the block, such as `README.md:42`. */
  readonly place: string;
  readonly script: string;
  /** The block right after it, which shows what the command prints. `…` stands for any text. */
  readonly output?: string;
}

export interface CommandResult {
  readonly command: DocumentedCommand;
  /** The standard output, or undefined if an earlier command failed. */
  readonly output?: string;
}

/** Returns the marked blocks of a Markdown text, in order. */
export function findCommands(file: string, markdown: string): DocumentedCommand[] {
  const blocks = [...markdown.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([block, info, script = ""], at) => {
    if (info !== "sh run") return [];
    const start = blocks[at]!.index;
    const next = blocks[at + 1];
    const isAdjacent = next && markdown.slice(start + block.length, next.index).trim() === "";
    const line = markdown.slice(0, start).split("\n").length;
    return [
      {
        place: `${file}:${line}`,
        script,
        ...(isAdjacent && !next[1]!.startsWith("sh") && { output: next[2]!.trim() }),
      },
    ];
  });
}

/**
 * Runs the commands one after the other in one shell, so that later ones see the variables of
 * earlier ones. Stops at the first that fails. Returns their standard output, and what the shell
 * wrote to standard error.
 */
export function runCommands(
  commands: readonly DocumentedCommand[],
  options: { cwd: string; env: NodeJS.ProcessEnv; prepare: (script: string) => string },
): { results: CommandResult[]; errors: string } {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-commands-"));
  const files = commands.map((_, at) => join(folder, `${at}.txt`));
  const script = commands.map((command, at) =>
    [
      `echo "${command.place}" >&2`,
      // Braces keep the variables in this shell, unlike parentheses.
      `{\n${options.prepare(command.script)}\n} > "${files[at]}.part"`,
      `mv "${files[at]}.part" "${files[at]}"`,
    ].join("\n"),
  );
  const { stderr } = spawnSync("bash", ["-c", `set -euo pipefail\n${script.join("\n")}`], {
    cwd: options.cwd,
    env: options.env,
    encoding: "utf8",
    timeout: 120_000,
  });
  const results = commands.map((command, at) => {
    const output = readOutput(files[at]!);
    return { command, ...(output !== undefined && { output }) };
  });
  rmSync(folder, { recursive: true });
  return { results, errors: stderr };
}

function readOutput(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Returns the first part of the documented output that the output lacks, or undefined. The parts
 * between `…` must occur in their order, the first one at the start. White space counts as one
 * space.
 */
export function findMissingPart(documented: string, output: string): string | undefined {
  const text = normalizeSpace(output);
  let from = 0;
  for (const [at, part] of documented.split("…").map(normalizeSpace).entries()) {
    const found = text.indexOf(part, from);
    if (found === -1 || (at === 0 && found !== 0)) return part;
    from = found + part.length;
  }
  return undefined;
}

const normalizeSpace = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
