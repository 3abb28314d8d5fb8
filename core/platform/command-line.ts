/**
 * Formats a command of the operator as they type it. It depends on how Jackfield is installed:
 * `keys list` may be `npm run keys -- list`.
 */
export type CommandLine = (command: string) => string;

/** The command line of the npm package. */
export const defaultCommandLine: CommandLine = (command) => `jackfield ${command}`;
