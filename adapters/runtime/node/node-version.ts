/** The oldest supported major version of Node. */
export const MIN_NODE_VERSION = 24;

/**
 * Explains that this version of Node is too old. Returns undefined if it isn't, and on other
 * runtimes. The entry point calls this before it loads anything, so this file uses only syntax that
 * old versions of Node understand.
 */
export function explainOldNode(versions: {
  readonly [name: string]: string | undefined;
}): string | undefined {
  const { node = "", bun, deno } = versions;
  if (bun !== undefined || deno !== undefined) return undefined;
  if (Number.parseInt(node, 10) >= MIN_NODE_VERSION) return undefined;
  return `Jackfield needs Node.js ${MIN_NODE_VERSION} or later, but this is Node.js ${node}.
Install a newer version from https://nodejs.org, or let npx download one:

  npx -p node@${MIN_NODE_VERSION} -p jackfield jackfield`;
}
