import process from "node:process";
import { readEnvironment } from "../config/dot-env.ts";
import { parseSettings, siteServiceSettings } from "../config/settings.ts";
import type { SiteServiceSettings } from "../config/site-service-settings.ts";
import { TRACING_SETTINGS } from "../config/tracing.ts";
import { PROVIDER_SETTINGS } from "../payments/providers.ts";
import { runtimeName } from "../runtime/runtimes.ts";
import { checkAccess } from "./checks/access.ts";
import { checkCommerce } from "./checks/commerce.ts";
import { checkPages } from "./checks/pages.ts";
import { checkPlatform } from "./checks/platform.ts";
import { checkPort } from "./checks/port.ts";
import { checkPublicUrl } from "./checks/public-url.ts";
import { checkRuntime, checkSlowClients } from "./checks/runtime.ts";
import { checkSettings } from "./checks/settings.ts";
import { checkSigning } from "./checks/signing.ts";
import { checkUpstream } from "./checks/upstream.ts";
import { checkCollector } from "./collector.ts";
import { createReport, type Report } from "./report.ts";

/**
 * Runs the doctor: checks the settings and everything that the server would use, and prints
 * its findings. Resolves with 1 if there is a problem, otherwise with 0. Nothing is listening
 * afterwards.
 */
export async function doctor(
  environment: NodeJS.ProcessEnv,
  print: (text: string) => void = console.log,
): Promise<0 | 1> {
  print(`Checking Jackfield on ${runtimeName}\n`);
  const environmentFile = readEnvironment(".env", environment);
  const variables = "error" in environmentFile ? environment : environmentFile.environment;
  const { settings, errors: invalid } = parseSettings(variables);
  const isInvalid = (...names: string[]) => invalid.some(({ name }) => names.includes(name));
  // The URL of a live site may contain a key in its query.
  const site = siteServiceSettings(settings);
  const secretQuery = site?.content && "url" in site.content ? site.content.url.search : "";
  const report = createReport(print, { isTerminal: process.stdout.isTTY, secret: secretQuery });

  report.add(checkRuntime());
  report.add(
    checkSettings(
      variables,
      invalid,
      "error" in environmentFile ? environmentFile.error : undefined,
    ),
  );
  const { platform, shared } = settings;
  if (!isInvalid("SITE_HOST", "PLATFORM_HOST", "TRUSTED_PROXIES")) {
    const hostnames = [site, platform].flatMap((service) => (service ? [service.hostname] : []));
    report.add(checkSlowClients(hostnames, shared));
  }
  if (site) await checkSite(site, report, isInvalid);
  if (
    platform &&
    !isInvalid(
      "PLATFORM_HOST",
      "PLATFORM_PORT",
      "PLATFORM_URL",
      "CATALOG_DIR",
      "DATABASE_URL",
      "DATA_DIR",
    )
  )
    await report.addWhenDone("Checking the platform", checkPlatform(platform, shared), 30_000);
  if (shared.tracing && !isInvalid(...Object.keys(TRACING_SETTINGS)))
    await report.addWhenDone("Checking the collector", checkCollector(shared.tracing), 15_000);
  return report.end();
}

async function checkSite(
  settings: SiteServiceSettings,
  report: Report,
  isInvalid: (...names: string[]) => boolean,
): Promise<void> {
  if (settings.upstream && !isInvalid("SITE_ORIGIN", "SITE_ORIGIN_HOST", "SITE_URL"))
    await report.addWhenDone("Checking the upstream", checkUpstream(settings), 15_000);
  if (!isInvalid("SITE_CONTENT", "SITE_ORIGIN"))
    await report.addWhenDone("Checking the pages", checkPages(settings), 90_000);
  if (!isInvalid("SITE_PRODUCTS", ...Object.keys(PROVIDER_SETTINGS), "DATABASE_URL", "DATA_DIR"))
    await report.addWhenDone("Checking products and payments", checkCommerce(settings), 60_000);
  const portCheck = isInvalid("SITE_HOST", "SITE_PORT") ? undefined : await checkPort(settings);
  report.add(portCheck?.findings ?? []);
  if (portCheck && !isInvalid("SITE_URL"))
    await report.addWhenDone(
      "Checking the public URL",
      checkPublicUrl(settings, portCheck),
      20_000,
    );
  await portCheck?.close();
  if (!isInvalid("SITE_URL", "TRUSTED_PROXIES", "RATE_LIMIT", "METRICS"))
    report.add(checkAccess(settings));
  if (!isInvalid("SITE_URL", "DATA_DIR", "RATE_LIMIT", "RATE_LIMIT_VERIFIED", "WEB_BOT_AUTH"))
    report.add(checkSigning(settings));
}
