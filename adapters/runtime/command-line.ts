import { basename } from "node:path";
import process from "node:process";

/** Whether this is the npm package. In the repository, the source files run directly. */
export const isPackage = !import.meta.url.endsWith(".ts");

/** The path of the one-file program, if this is one. Its entry point sets the variable. */
export const binaryFile: string | undefined = process.env["JACKFIELD_BINARY"];

/**
 * Formats a command of Jackfield as the operator types it: `npm run keys -- list` in the
 * repository, and `jackfield keys list` with the npm package or the one-file program. The empty command starts the server.
 */
export const commandLine = createCommandLine({
  isPackage,
  usesNpx: process.env["npm_command"] === "exec",
  ...(binaryFile !== undefined && { name: basename(binaryFile) }),
});

/** Creates `commandLine()` for a kind of installation. */
export function createCommandLine({
  isPackage,
  usesNpx,
  name: program = "jackfield",
}: {
  readonly isPackage: boolean;
  /** Whether `npx` started the npm package, so that `jackfield` may not be in the PATH. */
  readonly usesNpx: boolean;
  /** The name of the program. Default: `jackfield`. */
  readonly name?: string;
}): (command: string) => string {
  if (isPackage) return (command) => `${usesNpx ? "npx " : ""}${program} ${command}`.trimEnd();
  return (command) => {
    const [, name = "", rest = ""] = /^((?!-)\S+)? ?(.*)$/.exec(command) ?? [];
    return `${name ? `npm run ${name}` : "npm start"}${rest && ` -- ${rest}`}`;
  };
}
