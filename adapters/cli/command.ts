import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** Runs a command. Rejects with an error message for the operator. */
export type Command<Context> = (args: readonly string[], context: Context) => Promise<void>;

/** The commands of a program such as `npm run keys`, by name, and their help text. */
export interface CommandTable<Context> {
  readonly help: string;
  readonly commands: Readonly<Record<string, Command<Context>>>;
}

/** Invalid arguments. The help text follows the message. */
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
  { help, commands }: CommandTable<Context>,
  [name = "", ...args]: readonly string[],
  context: Context,
  { print, info }: CliOutput,
): Promise<0 | 1> {
  if ([name, ...args].some(isHelpOption)) {
    print(help);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (!command) throw new UsageError(`Pass one argument: ${formatNames(commands)}.`);
    await command(args, context);
    return 0;
  } catch (error) {
    const { message } = error as Error;
    info(error instanceof UsageError ? `${message}\n\n${help}` : message);
    return 1;
  }
}

const formatNames = (commands: object): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(Object.keys(commands));

export const isHelpOption = (arg: string): boolean => arg === "--help" || arg === "-h";

/** Parses the arguments of a command. Throws a `UsageError` if they are invalid. */
export function parseArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  /** Describes the only positional argument. Undefined: there is none. */
  positional?: string,
) {
  const { values, positionals } = parse(args, options);
  const [argument = ""] = positionals;
  if (positional !== undefined && (positionals.length !== 1 || !argument))
    throw new UsageError(`Pass one ${positional}.`);
  if (positional === undefined && argument) throw new UsageError(`Unexpected "${argument}".`);
  return { values, argument };
}

function parse<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // The rest of Node's message explains how to pass such an argument as a positional.
    throw new UsageError(`${(error as Error).message.split(". ")[0]}.`);
  }
}
