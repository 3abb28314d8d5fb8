import { existsSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_ACCOUNT, isLoopback } from "../../core/index.ts";
import { openCatalog } from "../catalog/folder.ts";
import type { PlatformSettings, Settings } from "../environment.ts";
import { explainListenError } from "../messages.ts";
import { serve } from "../runtime/serve.ts";
import { openKeyStore } from "../storage/open.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** Whether the platform can be served: its port, its catalog, its keys, who reaches it. */
export async function checkPlatform(
  platform: PlatformSettings,
  settings: Pick<Settings, "databaseUrl" | "dataFolder">,
): Promise<Finding[]> {
  return [
    await checkPort(platform),
    await checkCatalog(platform),
    await checkKeys(settings),
    ...checkPublicAccess(platform),
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
        ? `The platform takes a free port of ${hostname} at each start.`
        : `Port ${port} of ${hostname} is free for the platform.`,
    );
  } catch (error) {
    const reason = explainListenError(error, { hostname, port, service: "PLATFORM" });
    if (reason === undefined) throw error;
    if ((error as { code?: string }).code !== "EADDRINUSE")
      return problem(reason.message, reason.hint);
    return note(
      `Port ${port} of ${hostname} is in use.`,
      "If a Jackfield runs already, all is well; a second one needs a PLATFORM_PORT of its own, or PLATFORM=off.",
    );
  }
}

async function checkCatalog({ catalogFolder }: PlatformSettings): Promise<Finding> {
  try {
    const catalog = await openCatalog(catalogFolder);
    if (!catalog)
      return note(
        `There is no catalog of apps in ${catalogFolder} yet: the first start compiles it from npm packages (about 80 MB) while it serves.`,
        "To have it beforehand: npm run catalog.",
      );
    await catalog.close();
    return ok(
      `The catalog has ${catalog.apps.length.toLocaleString("en")} apps with ${catalog.tools.toLocaleString("en")} tools.`,
    );
  } catch (error) {
    return problem(
      `The catalog in ${catalogFolder} can't be read: ${(error as Error).message}`,
      "Compile it anew: npm run catalog.",
    );
  }
}

const NO_KEY = note(
  "Nobody has a key to the platform yet.",
  "npm run keys -- create --name laptop --permissions read,connect,run",
);

async function checkKeys({
  databaseUrl,
  dataFolder,
}: Pick<Settings, "databaseUrl" | "dataFolder">): Promise<Finding> {
  // Looking makes no file.
  if (databaseUrl === undefined && !existsSync(join(dataFolder, "jackfield.db"))) return NO_KEY;
  try {
    const keyStore = await openKeyStore({ url: databaseUrl, folder: dataFolder });
    const keys = await keyStore.listKeys(DEFAULT_ACCOUNT).finally(() => keyStore.close());
    const active = keys.filter(
      ({ revoked, expires }) => !revoked && !(expires && Date.parse(expires) <= Date.now()),
    );
    if (active.length === 0) return NO_KEY;
    return ok(
      `${active.length} key${active.length === 1 ? "" : "s"} to the platform ${active.length === 1 ? "is" : "are"} good.`,
    );
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
        `PLATFORM_URL is ${publicOrigin}: keys would go over the network in clear.`,
        "Put a proxy before it that speaks https.",
      ),
    );
  if (!publicOrigin)
    findings.push(
      note(
        `PLATFORM_HOST is ${hostname}, but PLATFORM_URL is not set: links would begin with an address that nobody else knows.`,
        "Set PLATFORM_URL to the public address.",
      ),
    );
  if (!unauthenticatedRate)
    findings.push(
      note(
        "RATE_LIMIT_UNAUTHENTICATED is off: anyone may try keys as fast as they like.",
        "Leave it unset for 20 a minute.",
      ),
    );
  if (!keyRate)
    findings.push(
      note(
        "RATE_LIMIT_KEYS is off: a key may ask as much as it likes.",
        "Leave it unset for 600 a minute.",
      ),
    );
  return findings;
}
