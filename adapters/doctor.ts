/** `npm run doctor`: looks at what `npm start` would be given, and says what is wrong, where, and what to do. */
import process from "node:process";
import { accessFindings } from "./doctor/access.ts";
import { behindFindings } from "./doctor/behind.ts";
import { pagesFindings } from "./doctor/pages.ts";
import { platformFindings } from "./doctor/platform.ts";
import { portFindings } from "./doctor/port.ts";
import { publicFindings } from "./doctor/public.ts";
import { createReport, type Report } from "./doctor/report.ts";
import { runtimeFindings } from "./doctor/runtime.ts";
import { settingsFindings } from "./doctor/settings.ts";
import { shopFindings } from "./doctor/shop.ts";
import { signingFindings } from "./doctor/signing.ts";
import { environmentWithFile } from "./dot-env.ts";
import { examineSettings, type Settings } from "./environment.ts";
import { runtimeName } from "./runtime/serve.ts";

/** Says what it finds; resolves with 1 if anything would keep the service from its work, else with 0. Leaves nothing listening. */
export async function doctor(
  environment: NodeJS.ProcessEnv,
  say: (text: string) => void = console.log,
): Promise<0 | 1> {
  say(`Jackfield's doctor, on ${runtimeName()}\n`);
  const known = environmentWithFile(".env", environment);
  const all = "wrong" in known ? environment : known.environment;
  const { settings, wrong } = examineSettings(all);
  const isWrong = (...names: string[]) => wrong.some(({ name }) => names.includes(name));
  // A live site's address may carry a key in its query.
  const query = settings.content && "url" in settings.content ? settings.content.url.search : "";
  const report = createReport(say, { isTerminal: process.stdout.isTTY, hidden: query });

  report.tell(runtimeFindings());
  report.tell(settingsFindings(all, wrong, "wrong" in known ? known.wrong : undefined));
  if (settings.site) await siteFindings(settings, report, isWrong);
  const { platform } = settings;
  if (
    platform &&
    !isWrong(
      "PLATFORM_HOST",
      "PLATFORM_PORT",
      "PLATFORM_URL",
      "CATALOGUE_DIR",
      "DATABASE_URL",
      "DATA_DIR",
    )
  )
    await report.during("Looking at the platform", platformFindings(platform, settings), 30_000);
  return report.end();
}

async function siteFindings(
  settings: Settings,
  report: Report,
  isWrong: (...names: string[]) => boolean,
): Promise<void> {
  if (settings.behind && !isWrong("SITE_ORIGIN", "SITE_ORIGIN_HOST", "SITE_URL"))
    await report.during("Looking at the site behind", behindFindings(settings), 15_000);
  if (!isWrong("SITE_CONTENT", "SITE_ORIGIN"))
    await report.during("Looking at the pages", pagesFindings(settings), 90_000);
  if (!isWrong("SITE_PRODUCTS", "STRIPE_SECRET_KEY", "STRIPE_API_URL", "DATABASE_URL", "DATA_DIR"))
    await report.during("Looking at the shop", shopFindings(settings), 60_000);
  const listening = isWrong("SITE_HOST", "SITE_PORT") ? undefined : await portFindings(settings);
  report.tell(listening?.findings ?? []);
  if (listening && !isWrong("SITE_URL"))
    await report.during(
      "Looking for this server at its public address",
      publicFindings(settings, listening),
      20_000,
    );
  await listening?.close();
  if (!isWrong("SITE_URL", "TRUSTED_PROXIES", "RATE_LIMIT", "METRICS"))
    report.tell(accessFindings(settings));
  if (!isWrong("SITE_URL", "DATA_DIR", "RATE_LIMIT", "RATE_LIMIT_VERIFIED", "WEB_BOT_AUTH"))
    report.tell(signingFindings(settings));
}
