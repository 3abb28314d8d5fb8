import { type CommandLine, defaultCommandLine } from "../command-line.ts";

/** Tells how to get an API key with these permissions, as a sentence. */
export type KeyHint = (key?: {
  readonly name: string;
  readonly permissions: readonly string[];
}) => string;

/**
 * Creates the hint. People who can sign in create keys on the page at `keysUrl`; otherwise the
 * operator does on the command line.
 */
export const createKeyHint =
  (commandLine: CommandLine, keysUrl?: string): KeyHint =>
  ({ name, permissions } = { name: "laptop", permissions: ["read", "connect", "run"] }) =>
    keysUrl === undefined
      ? `The operator of this service creates API keys: ${commandLine(`keys create --name ${quote(name)} --permissions ${permissions.join(",")}`)}`
      : `Create an API key at ${keysUrl}, with the permissions ${permissions.join(", ")}.`;

/** Quotes a name for a command line, unless it is one word. */
const quote = (name: string): string => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name));

/** The hint of a service without pages, which the npm package runs. */
export const defaultKeyHint: KeyHint = createKeyHint(defaultCommandLine);
