import { readSettings } from "../config/settings.ts";
import type { Environment } from "../config/table.ts";
import { DOCS_FOLDER } from "../content/demo.ts";
import { commandLine } from "../runtime/command-line.ts";
import { StartupError } from "../runtime/startup-error.ts";
import { serveUntilStopped } from "../services/serve-until-stopped.ts";
import { isHelpOption } from "./command.ts";

const DOCUMENTATION = {
  SITE_CONTENT: DOCS_FOLDER,
  SITE_NAME: "Jackfield",
  SITE_DESCRIPTION: "The documentation of Jackfield, an API for AI agents.",
  PLATFORM: "off",
  // Nothing is stored, so there are no keys to sign with.
  WEB_BOT_AUTH: "off",
};

/** The settings that apply to the documentation, too. */
const APPLICABLE = ["SITE_HOST", "SITE_PORT", "SITE_URL", "SITE_HOSTS", "TRUSTED_PROXIES", "LOG"];

/** Serves the documentation until the process is stopped. Resolves once it listens. */
export async function docsCommand(args: readonly string[], environment: Environment): Promise<0> {
  if (args.some(isHelpOption)) {
    console.log(`${commandLine("docs")}   Serve this documentation.

Settings: ${APPLICABLE.join(", ")}`);
    return 0;
  }
  if (args.length > 0) throw new StartupError(`"docs" takes no arguments.`);
  const applicable = Object.fromEntries(APPLICABLE.map((name) => [name, environment[name]]));
  const settings = readSettings({ SITE_PORT: "4300", ...dropEmpty(applicable), ...DOCUMENTATION });
  if ("errors" in settings) throw new StartupError(settings.errors.join("\n"));
  await serveUntilStopped(settings);
  return 0;
}

const dropEmpty = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
