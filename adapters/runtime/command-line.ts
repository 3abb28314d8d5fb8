import process from "node:process";

/** Whether this is the npm package. In the repository, the source files run directly. */
export const isPackage = !import.meta.url.endsWith(".ts");

/**
 * Formats a command of Jackfield as the operator types it: `npm run keys -- list` in the
 * repository, and `jackfield keys list` with the npm package. The empty command starts the server.
 */
export const commandLine = createCommandLine({
  isPackage,
  usesNpx: process.env["npm_command"] === "exec",
});

/** Creates `commandLine()` for a kind of installation. */
export function createCommandLine({
  isPackage,
  usesNpx,
}: {
  readonly isPackage: boolean;
  /** Whether `npx` started the npm package, so that `jackfield` may not be in the PATH. */
  readonly usesNpx: boolean;
}): (command: string) => string {
  if (isPackage) return (command) => `${usesNpx ? "npx " : ""}jackfield ${command}`.trimEnd();
  return (command) => {
    const [, name = "", rest = ""] = /^((?!-)\S+)? ?(.*)$/.exec(command) ?? [];
    return `${name ? `npm run ${name}` : "npm start"}${rest && ` -- ${rest}`}`;
  };
}
