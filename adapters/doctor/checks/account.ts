import { admin } from "../../../core/index.ts";
import { isLoopback } from "../../../core/lib/kit/net/loopback.ts";
import type { PlatformSettings, SharedSettings } from "../../config/settings.ts";
import { createOutbound } from "../../outbound/create-outbound.ts";
import { listeningUrl, toReachableOrigin } from "../../runtime/address.ts";
import { commandLine } from "../../runtime/command-line.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";
import { createIdentityProvider } from "../../sign-in/identity-provider.ts";
import { driverFor } from "../../storage/drivers.ts";
import { openAccountStores } from "../../storage/open.ts";

/** Checks whether people can sign in: passkeys, the session cookie and the setup link. */
export async function checkAccount(
  { publicOrigin, hostname, port, identityProvider }: PlatformSettings,
  shared: SharedSettings,
): Promise<Finding[]> {
  const origin = admin.toPageOrigin(
    publicOrigin ?? toReachableOrigin(listeningUrl(hostname, port)),
  );
  return [
    ...checkOrigin(origin),
    ...(identityProvider ? [await checkIdentityProvider(identityProvider, origin)] : []),
    await checkSetup(shared),
  ];
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

/** Checks whether the metadata of the provider can be read. Only a sign-in shows if it knows the client. */
async function checkIdentityProvider(
  settings: NonNullable<PlatformSettings["identityProvider"]>,
  origin: string,
): Promise<Finding> {
  const outbound = createOutbound({ allowedOrigins: [new URL(settings.issuer).origin] });
  const redirectUri = `${origin}${admin.PROVIDER_CALLBACK}`;
  try {
    await createIdentityProvider(settings, outbound).begin({
      redirectUri,
      state: "doctor",
      nonce: "doctor",
      verifier: "doctor",
      isRenewed: false,
    });
  } catch (error) {
    return problem(
      (error as Error).message,
      "Check SIGN_IN_OIDC, and whether this machine can reach it.",
    );
  } finally {
    outbound.close();
  }
  const { isOnly, admits, issuer } = settings;
  const admitted = admits.length > 0 ? admits.join(", ") : "nobody new";
  return ok(
    `People sign in at ${issuer}${isOnly ? " only" : ""}, which admits ${admitted}. The client's redirect URI must be ${redirectUri}.`,
  );
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
