import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAssets } from "../../adapters/assets/assets.ts";
import { createMemoryRateLimiter } from "../../adapters/rate-limit/memory.ts";
import { createHostCheck } from "../../adapters/services/allowed-hosts.ts";
import { PASSWORD_RATE, PASSWORD_SOURCE_RATE } from "../../adapters/services/open-account.ts";
import { openPlatformParts } from "../../adapters/services/platform-parts.ts";
import { createPasskeyVerifier } from "../../adapters/sign-in/passkeys.ts";
import { createPasswordHasher } from "../../adapters/sign-in/password-hasher.ts";
import type { AccountStores, openPlatformStores } from "../../adapters/storage/open.ts";
import { createJsonLog } from "../../adapters/telemetry/log.ts";
import {
  type AccountOptions,
  admin,
  createPlatform,
  type PlatformOptions,
  toFetch,
} from "../../core/index.ts";
import { createRate } from "../../core/lib/kit/flow/rate.ts";
import type { Catalog } from "../../core/ports/catalog.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import type { RunStore } from "../../core/ports/stores/run-store.ts";
import {
  createSoftwarePasskey,
  registerPasskey,
  type SoftwarePasskey,
  usePasskey,
} from "../fixtures/authenticator.ts";
import { createMemoryCatalog } from "../fixtures/connections/apps.ts";
import { type Browser, createBrowser } from "../fixtures/connections/browser.ts";

export const PASSWORD = "correct horse battery";
const API = "/account/api/v1";

/** A platform without a port, and browsers that use its pages. */
export interface TestAccount {
  readonly origin: string;
  readonly stores: AccountStores;
  readonly keyStore: Awaited<ReturnType<typeof openPlatformStores>>["keyStore"];
  readonly runStore: RunStore;
  readonly logLines: string[];
  /** A new browser without cookies. */
  openBrowser(options?: { readonly network?: string }): TestBrowser;
  /** Sends a request that no browser sent. */
  send(request: Request): Promise<Response>;
  /** A new browser that follows redirects and submits forms, also of other loopback services. */
  openFullBrowser(): Browser;
  /** Starts another process on the same database. */
  startOther(): Promise<TestAccount>;
  createSetupCode(): Promise<string>;
  /** Sets up the account. Returns the browser of its owner. */
  setUp(name?: string): Promise<TestBrowser>;
  /** Adds a member. Returns their browser. */
  addMember(name: string, role?: "owner" | "member"): Promise<TestBrowser>;
  /** Moves the clock forward. */
  advance(milliseconds: number): void;
  now(): number;
  close(): Promise<void>;
}

/** Sends requests as a page of the service does, and stores cookies. */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  request(method: string, path: string, init?: RequestOptions): Promise<Response>;
  api(method: string, path: string, body?: object): Promise<{ status: number; body: any }>;
  form(path: string, fields?: Readonly<Record<string, string>>): Promise<Response>;
  /** Submits a form that ends something, and confirms it on the page that asks. */
  confirm(
    path: string,
    fields?: Readonly<Record<string, string>>,
    retyped?: string,
  ): Promise<Response>;
  addPasskey(): Promise<SoftwarePasskey>;
  signInWith(
    passkey: SoftwarePasskey,
    forgery?: Partial<Parameters<typeof usePasskey>[1]>,
  ): Promise<{ status: number; body: any }>;
}

interface RequestOptions {
  /** Default: the origin of the service. */
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function startTestAccount({
  origin = "https://jackfield.example",
  folder = mkdtempSync(join(tmpdir(), "jackfield-")),
  databaseUrl,
  clock = { now: Date.parse("2026-11-22T10:00:00Z") },
  isOwner = true,
  account: overrides = {},
  catalog = createMemoryCatalog([]),
  allowedOrigins,
  platform = {},
  hosts = [],
}: {
  readonly origin?: string;
  readonly folder?: string;
  /** A PostgreSQL database. Default: SQLite in the folder. */
  readonly databaseUrl?: string | undefined;
  readonly clock?: { now: number };
  readonly isOwner?: boolean;
  readonly account?: Partial<AccountOptions>;
  readonly catalog?: Catalog;
  readonly allowedOrigins?: readonly string[];
  readonly platform?: Partial<PlatformOptions>;
  /** Hosts besides the one of `origin`. */
  readonly hosts?: readonly string[];
} = {}): Promise<TestAccount> {
  const now = () => clock.now;
  const parts = await openPlatformParts({
    origin,
    dataFolder: folder,
    databaseUrl,
    catalog,
    allowedOrigins,
    now,
  });
  const logLines: string[] = [];
  const rate = createRate(10, 60, 10);
  const stores = parts.accountStores;
  const serve = toFetch(
    createPlatform({
      origin,
      ...parts.options,
      ...platform,
      allowsHost: createHostCheck(origin, hosts),
      log: createJsonLog((line) => void logLines.push(line)),
      now,
      account: {
        ...stores,
        passkeys: createPasskeyVerifier(),
        passwordHasher: createPasswordHasher({ N: 1024, r: 8, p: 1 }),
        assets: readAssets(),
        appReader: parts.appReader,
        secretsKey: parts.secretsKey,
        registrationLimit: { rate, limiter: createMemoryRateLimiter(rate) },
        signInLimit: { rate, limiter: createMemoryRateLimiter(rate) },
        passwordLimiters: {
          source: createMemoryRateLimiter(PASSWORD_SOURCE_RATE, { now }),
          allNetworks: createMemoryRateLimiter(PASSWORD_RATE, { now }),
        },
        clientKey: ({ headers }) => headers.get("test-network") ?? "192.0.2.1",
        ...overrides,
      },
    }),
  );
  const pageOrigin = admin.toPageOrigin(origin);
  const codeOf = ({ url }: { readonly url: string }) => url.split("#")[1]!;
  const createSetupCode = async () =>
    codeOf(
      await admin.createSetupLink(stores.peopleStore, {
        origin,
        now: now(),
        replacesEarlier: false,
      }),
    );
  const openBrowser = ({ network = "192.0.2.1" } = {}) =>
    createTestBrowser(serve, pageOrigin, network);

  const testAccount: TestAccount = {
    origin: pageOrigin,
    stores,
    keyStore: parts.options.keyStore,
    runStore: parts.options.runs.store,
    logLines,
    openBrowser,
    openFullBrowser: () => createBrowser({ [pageOrigin]: serve }),
    startOther: () =>
      startTestAccount({
        origin,
        folder,
        databaseUrl,
        clock,
        catalog,
        allowedOrigins,
        isOwner: false,
      }),
    send: serve,
    createSetupCode,
    async setUp(name = "Ada") {
      const browser = openBrowser();
      const code = await createSetupCode();
      const { status, body } = await browser.api("POST", "/setup", {
        code,
        name,
        password: PASSWORD,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return browser;
    },
    async addMember(name, role = "member") {
      const person = { id: `per_${name.toLowerCase()}`, name, created: "2026-11-22T10:00:00Z" };
      await stores.peopleStore.addMember(
        person,
        { account: DEFAULT_ACCOUNT, person: person.id, role, since: person.created },
        {
          id: `aud_${crypto.randomUUID()}`,
          account: DEFAULT_ACCOUNT,
          at: person.created,
          actor: { kind: "terminal" },
          action: "member.added",
        },
      );
      const link = await admin.createSignInLink(stores.peopleStore, person.id, {
        origin,
        now: now(),
      });
      const browser = openBrowser();
      await browser.api("POST", "/sign-in/link", { code: codeOf(link) });
      return browser;
    },
    advance(milliseconds) {
      clock.now += milliseconds;
    },
    now,
    async close() {
      await parts.close();
      if (isOwner) rmSync(folder, { recursive: true });
    },
  };
  return testAccount;
}

function createTestBrowser(
  serve: (request: Request) => Promise<Response>,
  origin: string,
  network: string,
): TestBrowser {
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, options: RequestOptions = {}) => {
    const { headers, body } = options;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request((options.origin ?? origin) + path, {
      method,
      headers: { "test-network": network, ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
      redirect: "manual",
    });
    const response = await serve(request);
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(";")[0]!.split("=") as [string, string];
      if (line.includes("Max-Age=0;")) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const own = { origin, "sec-fetch-site": "same-origin" };
  const api: TestBrowser["api"] = async (method, path, body) => {
    const hasBody = method !== "GET" && method !== "DELETE";
    const response = await send(method, API + path, {
      headers: { ...own, ...(hasBody && { "content-type": "application/json" }) },
      ...(hasBody && { body: JSON.stringify(body ?? {}) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const form: TestBrowser["form"] = (path, fields = {}) =>
    send("POST", path, {
      headers: { ...own, "content-type": "application/x-www-form-urlencoded" },
      body: String(new URLSearchParams(fields)),
    });
  const ceremony = { origin, rpId: new URL(origin).hostname };
  return {
    cookies,
    request: send,
    api,
    form,
    async confirm(path, fields, retyped) {
      const asked = await form(path, fields);
      const text = await asked.text();
      const waiting = readWaitingForm(text);
      if (waiting === undefined) throw new Error(`${path} asks nothing: ${asked.status} ${text}`);
      return form(path, {
        waiting_form: waiting,
        ...(retyped !== undefined && { confirm: retyped }),
      });
    },
    async addPasskey() {
      const passkey = createSoftwarePasskey();
      const { body } = await api("POST", "/passkeys/options");
      const credential = registerPasskey(passkey, {
        ...ceremony,
        challenge: body.options.challenge,
      });
      const added = await api("POST", "/passkeys", { credential });
      if (added.status !== 201) throw new Error(JSON.stringify(added.body));
      return passkey;
    },
    async signInWith(passkey, forgery) {
      const { body } = await api("POST", "/sign-in/passkey/options");
      const { challenge } = body.options;
      const credential = usePasskey(passkey, { ...ceremony, challenge, ...forgery });
      return api("POST", "/sign-in/passkey", { credential });
    },
  };
}

/** Returns the encrypted form on a page that asks about it. */
export const readWaitingForm = (page: string): string | undefined =>
  /name="waiting_form" value="([^"]+)"/.exec(page)?.[1];
