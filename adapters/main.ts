/** The composition root: reads the settings, then runs a command or serves. */
import process from "node:process";
import { isHelpOption } from "./cli/command.ts";
import { formatHelp, loadSettings, loadVariables, runProgram } from "./cli/commands.ts";
import { formatError } from "./cli/format-error.ts";
import { VERSION } from "./runtime/version.ts";
import { serveUntilStopped } from "./services/serve-until-stopped.ts";

/**
 * Runs a command, or serves until the process receives SIGINT or SIGTERM. Reports errors and sets
 * the exit code.
 */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    const [command = ""] = args;
    if (isHelpOption(command)) console.log(formatHelp());
    else if (command === "--version" || command === "-v") console.log(VERSION);
    else if (command === "")
      await serveUntilStopped(loadSettings(environment), loadVariables(environment));
    else process.exitCode = await runProgram(args, environment);
  } catch (error) {
    console.error(formatError(error));
    process.exitCode = 1;
  }
}
