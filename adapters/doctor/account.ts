import { admin } from "../../core/index.ts";
import { isLoopback } from "../../core/lib/kit/loopback.ts";
import type { PlatformSettings, SharedSettings } from "../config/settings.ts";
import { listeningUrl, toReachableOrigin } from "../runtime/address.ts";
import { commandLine } from "../runtime/command-line.ts";
import { driverFor } from "../storage/drivers.ts";
import { openAccountStores } from "../storage/open.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** Checks whether people can sign in: passkeys, the session cookie and the setup link. */
export async function checkAccount(
  { publicOrigin, hostname, port }: PlatformSettings,
  shared: SharedSettings,
): Promise<Finding[]> {
  const origin = admin.toPageOrigin(
    publicOrigin ?? toReachableOrigin(listeningUrl(hostname, port)),
  );
  return [...checkOrigin(origin), await checkSetup(shared)];
}

function checkOrigin(origin: string): Finding[] {
  const { protocol, hostname } = new URL(origin);
  const findings: Finding[] = [
    admin.allowsPasskeys(origin)
      ? ok(`Passkeys work at ${origin}.`)
      : note(
          `Browsers allow no passkeys at ${origin}. People sign in with passwords.`,
          "Set PLATFORM_URL to an https URL with a host name.",
        ),
  ];
  if (protocol === "http:" && !isLoopback(hostname))
    findings.push(
      note(
        `PLATFORM_URL is ${origin}, so session cookies are sent unencrypted.`,
        "Put a proxy with TLS in front of the platform.",
      ),
    );
  return findings;
}

const NOT_SET_UP = note(
  "Nobody has set up the account. Whoever has the setup link becomes its owner.",
  `Print a setup link: ${commandLine("account setup")}`,
);

async function checkSetup({ databaseUrl, dataFolder }: SharedSettings): Promise<Finding> {
  const location = { url: databaseUrl, folder: dataFolder };
  // Opening the stores would create the database.
  if (!driverFor(location).exists(location)) return NOT_SET_UP;
  try {
    const { peopleStore, close } = await openAccountStores(location);
    const isClaimed = await admin.isClaimed(peopleStore).finally(close);
    return isClaimed ? ok("The account is set up.") : NOT_SET_UP;
  } catch (error) {
    return problem((error as Error).message);
  }
}
