import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { findNearest } from "../../core/lib/kit/text/find-nearest.ts";
import { commandLine } from "../runtime/command-line.ts";

/** Runs a command. Rejects with an error message for the operator. */
export type Command<Context> = (args: readonly string[], context: Context) => Promise<void>;

/** The commands of a program such as `keys`, by name, and their help text. */
export interface CommandTable<Context> {
  /** The name of the program. */
  readonly name: string;
  readonly help: readonly HelpLine[];
  readonly commands: Readonly<Record<string, Command<Context>>>;
}

/** A command of a program with its arguments, or an option of the command above it. */
export interface HelpLine {
  readonly usage: string;
  readonly description: string;
}

/** Invalid arguments. A reference to the help text follows the message. */
export class UsageError extends Error {}

/**
 * Output of a command: `print` writes results to standard output, `info` writes messages to
 * standard error.
 */
export interface CliOutput {
  print(text: string): void;
  info(text: string): void;
}

/**
 * Runs the command that the first argument names, or prints the help text. Resolves with the exit
 * code.
 */
export async function runCommand<Context>(
  table: CommandTable<Context>,
  [name = "", ...args]: readonly string[],
  context: Context,
  { print, info }: CliOutput,
): Promise<0 | 1> {
  const { commands } = table;
  return runSingle(
    { ...table, listsCommands: true },
    [name, ...args],
    async () => {
      const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
      if (!command) throw new UsageError(explainUnknownCommand(name, commands));
      await command(args, context);
    },
    { print, info },
  );
}

/**
 * Runs a program that is a single command, or prints the help text. Resolves with the exit code.
 */
export async function runSingle(
  program: Pick<CommandTable<never>, "name" | "help"> & { readonly listsCommands?: boolean },
  args: readonly string[],
  run: () => Promise<void>,
  { print, info }: CliOutput,
): Promise<0 | 1> {
  if (args.some(isHelpOption)) {
    print(formatCommandHelp(program));
    return 0;
  }
  try {
    await run();
    return 0;
  } catch (error) {
    const { message } = error as Error;
    const listed = program.listsCommands ? "commands and options" : "options";
    info(
      error instanceof UsageError
        ? `${message}\nList the ${listed}: ${commandLine(`${program.name} --help`)}`
        : message,
    );
    return 1;
  }
}

function explainUnknownCommand(name: string, commands: object): string {
  const names = Object.keys(commands);
  if (!name) return `Choose a command: ${formatNames(names)}.`;
  const nearest = findNearest(name, names, 0.6);
  return `Unknown command "${name}". ${nearest ? `Did you mean ${nearest}?` : `Choose ${formatNames(names)}.`}`;
}

const formatNames = (names: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(names);

/** Formats the help text of a program. Options are below their command. */
export function formatCommandHelp({
  name,
  help,
}: Pick<CommandTable<never>, "name" | "help">): string {
  const lines = help.map(({ usage, description }) => ({
    usage: usage.startsWith("--") ? `      ${usage}` : commandLine(`${name} ${usage}`.trimEnd()),
    description,
  }));
  const width = Math.max(...lines.map(({ usage }) => usage.length));
  return lines
    .map(({ usage, description }) => `${usage.padEnd(width)}   ${description}`)
    .join("\n");
}

export const isHelpOption = (arg: string): boolean => arg === "--help" || arg === "-h";

/** Parses the arguments of a command. Throws a `UsageError` if they are invalid. */
export function parseArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  /** Describes the only positional argument. Undefined: there is none. */
  positional?: string,
) {
  requireValidOptions(args, options);
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [argument = ""] = positionals;
  if (positional !== undefined && (positionals.length !== 1 || !argument))
    throw new UsageError(`Pass one ${positional}.`);
  if (positional === undefined && argument) throw new UsageError(`Unexpected "${argument}".`);
  return { values, argument };
}

/** Rejects the same arguments as `parseArgs`, with messages that name the nearest option. */
function requireValidOptions(args: readonly string[], options: ParseArgsOptionsConfig): void {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) {
      const nearest = findNearest(name, Object.keys(options));
      throw new UsageError(
        `Unknown option "${rawName}".${nearest ? ` Did you mean --${nearest}?` : ""}`,
      );
    }
    if (option.type === "boolean" && value !== undefined)
      throw new UsageError(`${rawName} takes no value.`);
    if (option.type === "string" && (value === undefined || (!inlineValue && /^-./.test(value))))
      throw new UsageError(`${rawName} needs a value, such as ${rawName}=value.`);
  }
}
