import { loadComposer } from "../../adapters/catalog/composers.ts";
import { readSettings, siteServiceSettings } from "../../adapters/config/settings.ts";
import { openRateLimiter } from "../../adapters/rate-limit/open.ts";
import { openCommerce } from "../../adapters/services/commerce.ts";
import { openConnections } from "../../adapters/services/connections.ts";
import { openPublicOutbound } from "../../adapters/services/public-outbound.ts";
import { openPlatformStores } from "../../adapters/storage/open.ts";
import { createPlatform, createSite, type Site, toFetch } from "../../core/index.ts";
import { cleanUpRuns } from "../../core/platform/runs/clean-up-runs.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import type { PaymentProvider } from "../../core/ports/payments.ts";
import { createBrowser } from "../fixtures/connections/browser.ts";
import { storedDataCatalog } from "./apps.ts";

export const SITE_ORIGIN = "http://127.0.0.1:4100";
export const PLATFORM_ORIGIN = "http://127.0.0.1:4200";

export interface ServicesOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly productsFile: string;
  readonly outbound: Outbound;
  /** The URL where browsers sign in at an app. */
  authorize(request: Request): Promise<Response>;
  wrapPayments?(payments: PaymentProvider): PaymentProvider;
}

interface JsonRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Starts both services on one stored data set, composed as in the program but without ports. */
export async function startServices({
  dataDir,
  databaseUrl,
  productsFile,
  outbound,
  authorize,
  wrapPayments = (payments) => payments,
}: ServicesOptions) {
  const allSettings = readSettings({
    DATA_DIR: dataDir,
    SITE_PRODUCTS: productsFile,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  if ("errors" in allSettings) throw new Error(allSettings.errors.join(" "));
  const settings = siteServiceSettings(allSettings)!;
  const errors: unknown[] = [];
  const fault = (error: unknown) => void errors.push(error);
  const report = (message: string) => void errors.push(message);

  const site: Site = {
    origin: SITE_ORIGIN,
    name: "Test Shop",
    description: "A shop with stored checkouts.",
    terms: "/terms",
    privacy: "/privacy",
    notOffered: [],
  };
  const agents = await openPublicOutbound(settings, SITE_ORIGIN, report);
  const shop = (await openCommerce(settings, site, report, agents.outbound))!;
  const limiter = await openRateLimiter(settings.rate!, databaseUrl);
  const siteHandler = toFetch(
    createSite({
      site,
      content: { listPages: async () => [], find: async () => undefined },
      commerce: { payments: wrapPayments(shop.payments), checkoutStore: shop.checkoutStore },
      signing: agents.keys,
      clientKey: () => "192.0.2.7",
      rateLimit: {
        rate: settings.rate!,
        limiter: limiter.limiter,
        clientKey: () => crypto.randomUUID(),
      },
      allowsHost: () => true,
      allowsOrigin: () => true,
    }),
  );

  const { keyStore, connectionStore, jobQueue, runStore, sql } = await openPlatformStores(
    { url: databaseUrl, folder: dataDir },
    { onError: fault },
  );
  const connecting = await openConnections({
    origin: PLATFORM_ORIGIN,
    dataFolder: dataDir,
    secretsKey: undefined,
    catalog: storedDataCatalog,
    keyStore,
    store: connectionStore,
    jobQueue,
    outbound,
    publicOutbound: outbound,
    allowedOrigins: [],
    onError: fault,
  });
  const platformHandler = toFetch(
    createPlatform({
      origin: PLATFORM_ORIGIN,
      keyStore,
      catalog: storedDataCatalog,
      connections: connecting,
      runs: { store: runStore, outbound, publicOutbound: outbound, loadComposer },
      allowsHost: () => true,
    }),
  );

  const send = async (
    handler: (request: Request) => Promise<Response>,
    method: string,
    url: string,
    { headers = {}, body }: JsonRequest,
  ) => {
    const response = await handler(
      new Request(url, {
        method,
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text && /json/.test(response.headers.get("content-type") ?? "")
        ? JSON.parse(text)
        : text) as any,
    };
  };

  return {
    settings,
    errors,
    keyStore,
    connectionStore,
    connecting,
    checkoutStore: shop.checkoutStore,
    sql,
    site: (method: string, path: string, request: JsonRequest = {}) =>
      send(siteHandler, method, `${SITE_ORIGIN}${path}`, request),
    platform: (method: string, path: string, secret: string, body?: unknown) =>
      send(platformHandler, method, `${PLATFORM_ORIGIN}/api/v1${path}`, {
        headers: { authorization: `Bearer ${secret}` },
        body,
      }),
    /** Sends a browser request with its cookies, unmodified. */
    fetchPlatform: (path: string, init: RequestInit) =>
      platformHandler(new Request(`${PLATFORM_ORIGIN}${path}`, init)),
    browser: () =>
      createBrowser({
        [PLATFORM_ORIGIN]: platformHandler,
        [SITE_ORIGIN]: siteHandler,
        ...Object.fromEntries(
          [
            "https://login.quill.example",
            "https://login.willow.example",
            "https://login.ferry.example",
            "https://login.granary.example",
            "https://auth.ember.example",
          ].map((origin) => [origin, authorize]),
        ),
      }),
    /** The cleanup that the program runs at startup and then every minute. */
    cleanUpRuns: () => cleanUpRuns(runStore, Date.now()),
    async close() {
      await limiter.close();
      await keyStore.close();
      await shop.close();
    },
  };
}

export type Services = Awaited<ReturnType<typeof startServices>>;
