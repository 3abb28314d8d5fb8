import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryRateLimiter } from "../../adapters/rate-limit/memory.ts";
import { PASSWORD_RATE, PASSWORD_SOURCE_RATE } from "../../adapters/services/open-account.ts";
import { createPasswordHasher } from "../../adapters/sign-in/password-hasher.ts";
import {
  PASSWORD,
  startTestAccount,
  type TestAccount,
  type TestBrowser,
} from "./fixtures/fixture.ts";

let account: TestAccount;
let owner: TestBrowser;

beforeEach(async () => {
  account = await startTestAccount();
  owner = await account.setUp();
});
afterEach(() => account.close());

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const signOutPage = (headers: Readonly<Record<string, string>>, body = "") =>
  owner.request("POST", "/sign-out", { headers, body });

describe("forms of other pages", () => {
  it.each([
    ["another origin", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    [
      "another port of this host",
      { origin: "https://jackfield.example:8443", "sec-fetch-site": "same-site" },
    ],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["an opaque origin without Fetch metadata", { origin: "null" }],
    [
      "an opaque origin that claims to be ours",
      { origin: "null", "sec-fetch-site": "same-origin" },
    ],
    ["another origin without Fetch metadata", { origin: "https://evil.example" }],
    ["the address bar", { "sec-fetch-site": "none" }],
    ["no headers at all", {}],
  ])("are rejected from %s", async (_, headers) => {
    const response = await signOutPage({ ...FORM, ...headers });
    expect(response.status).toBe(403);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect((await owner.api("GET", "/session")).status).toBe(200);
  });

  it("are rejected as text/plain, which needs no preflight", async () => {
    const headers = { "content-type": "text/plain", origin: account.origin };
    expect((await signOutPage(headers)).status).toBe(403);
    expect((await owner.api("GET", "/session")).status).toBe(200);
  });

  it("are rejected on plain HTTP, where browsers send no Fetch metadata", async () => {
    const lan = await startTestAccount({ origin: "http://192.168.1.5:4200" });
    const browser = await lan.setUp();
    const send = (origin: string) =>
      browser.request("POST", "/sign-out", { headers: { ...FORM, origin }, body: "" });
    expect((await send("http://192.168.1.5:8080")).status).toBe(403);
    expect((await send("null")).status).toBe(403);
    expect((await send("http://192.168.1.5:4200")).status).toBe(303);
    await lan.close();
  });
});

it("ignores a session cookie from before the sign-in", async () => {
  const browser = account.openBrowser();
  browser.cookies.set("__Host-jf_session", "a".repeat(43));
  await browser.api("POST", "/sign-in/password", { name: "Ada", password: PASSWORD });
  expect(browser.cookies.get("__Host-jf_session")).not.toBe("a".repeat(43));
});

it("gives a session a new secret at every sign-in", async () => {
  const planted = owner.cookies.get("__Host-jf_session")!;
  await owner.api("POST", "/sign-in/password", { name: "Ada", password: PASSWORD });
  expect(owner.cookies.get("__Host-jf_session")).not.toBe(planted);
  owner.cookies.set("__Host-jf_session", planted);
  expect((await owner.api("GET", "/session")).status).toBe(401);
});

it.each(["/sign-in", "/account", "/"])("lets no page frame %s", async (path) => {
  const { headers } = await owner.request("GET", path);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("x-frame-options")).toBe("DENY");
});

it.each(["<img src=x onerror=alert(1)>", '"><script>alert(1)</script>', "javascript:alert(1)"])(
  "shows the name %s as text",
  async (name) => {
    const member = await account.addMember(name);
    const page = await (await member.request("GET", "/account")).text();
    const shown = name.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
    expect(page).toContain(`<h1>${shown}</h1>`);
    if (shown !== name) expect(page).not.toContain(name);
  },
);

it.each([
  "//evil.example",
  "/\\evil.example",
  "https:evil.example",
  "https://evil.example/",
  "/\t/evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "/.//evil.example/",
  "/keys/..//evil.example/",
])("sends nobody to %s after a sign-in", async (next) => {
  const response = await account
    .openBrowser()
    .form(`/sign-in/password?${new URLSearchParams({ next })}`, {
      name: "Ada",
      password: PASSWORD,
    });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
});

it("answers a known and an unknown name with the same words and headers", async () => {
  const attempt = async (name: string) => {
    const response = await account
      .openBrowser()
      .request("POST", "/account/api/v1/sign-in/password", {
        headers: { origin: account.origin, "content-type": "application/json" },
        body: JSON.stringify({ name, password: "a wrong password" }),
      });
    const { instance: _, ...body } = (await response.json()) as Record<string, unknown>;
    const headers = Object.fromEntries(response.headers);
    delete headers["request-id"];
    delete headers["ratelimit"];
    return { status: response.status, headers, body };
  };
  expect(await attempt("Nobody")).toEqual(await attempt("Ada"));
});

it("hashes a password for an unknown name as for a known one", async () => {
  const hasher = createPasswordHasher({ N: 1024, r: 8, p: 1 });
  const verified: string[] = [];
  const counting = await startTestAccount({
    account: {
      passwordHasher: {
        ...hasher,
        verify: (password, hash) => {
          verified.push(hash.split("$").slice(0, 4).join("$"));
          return hasher.verify(password, hash);
        },
      },
    },
  });
  await counting.setUp();
  for (const name of ["Ada", "Nobody"])
    await counting
      .openBrowser()
      .api("POST", "/sign-in/password", { name, password: "a wrong password" });
  expect(verified).toEqual(["scrypt$1024$8$1", "scrypt$1024$8$1"]);
  await counting.close();
});

describe("IDs of other people (CVE-2025-71400)", () => {
  it("don't remove a passkey", async () => {
    const passkey = await owner.addPasskey();
    const ben = await account.addMember("Ben");
    const { status, body } = await ben.api("DELETE", `/passkeys/${passkey.id}`);
    expect([status, body.code]).toEqual([404, "record_not_found"]);
    expect((await account.openBrowser().signInWith(passkey)).status).toBe(201);
  });

  it("don't end a session", async () => {
    const ben = await account.addMember("Ben");
    const { id } = (await owner.api("GET", "/session")).body;
    expect((await ben.api("DELETE", `/sessions/${id}`)).status).toBe(404);
    expect((await owner.api("GET", "/session")).status).toBe(200);
  });

  it("don't add a passkey to the person of another challenge", async () => {
    const ben = await account.addMember("Ben");
    const { challenge } = (await owner.api("POST", "/passkeys/options")).body.options;
    const { registerPasskey, createSoftwarePasskey } = await import("../fixtures/authenticator.ts");
    const credential = registerPasskey(createSoftwarePasskey(), {
      challenge,
      origin: account.origin,
      rpId: "jackfield.example",
    });
    expect((await ben.api("POST", "/passkeys", { credential })).status).toBe(401);
  });
});

describe("passkeys", () => {
  it("reject a replayed response", async () => {
    const passkey = await owner.addPasskey();
    const browser = account.openBrowser();
    const { usePasskey } = await import("../fixtures/authenticator.ts");
    const { challenge } = (await browser.api("POST", "/sign-in/passkey/options")).body.options;
    const credential = usePasskey(passkey, {
      challenge,
      origin: account.origin,
      rpId: "jackfield.example",
    });
    const send = () => account.openBrowser().api("POST", "/sign-in/passkey", { credential });
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(401);
  });

  it.each([
    ["an invented challenge", { challenge: "aW52ZW50ZWQ" }],
    ["another origin", { origin: "https://evil.example" }],
    ["another host", { rpId: "evil.example" }],
    ["no user verification", { isUserVerified: false }],
    ["another person", { userHandle: "cGVyX290aGVy" }],
    ["a frame of another origin", { clientData: { crossOrigin: true } }],
    [
      "a frame in a page of another origin",
      { clientData: { crossOrigin: true, topOrigin: "https://evil.example" } },
    ],
    ["a top origin without a frame", { clientData: { topOrigin: "https://evil.example" } }],
    ["a crossOrigin of another type", { clientData: { crossOrigin: "true" } }],
    ["the type of a registration", { clientData: { type: "webauthn.create" } }],
  ])("reject %s", async (_, forgery) => {
    const passkey = await owner.addPasskey();
    expect((await account.openBrowser().signInWith(passkey, forgery)).status).toBe(401);
  });

  it.each([
    ["a frame of another origin", { crossOrigin: true }],
    ["a top origin without a frame", { topOrigin: "https://evil.example" }],
    ["the type of an assertion", { type: "webauthn.get" }],
  ])("can't be added from %s", async (_, clientData) => {
    const { registerPasskey, createSoftwarePasskey } = await import("../fixtures/authenticator.ts");
    const add = async (forgery: object) => {
      const { challenge } = (await owner.api("POST", "/passkeys/options")).body.options;
      const options = { challenge, origin: account.origin, rpId: "jackfield.example" };
      const credential = registerPasskey(createSoftwarePasskey(), { ...options, ...forgery });
      return (await owner.api("POST", "/passkeys", { credential })).status;
    };
    expect([await add({ clientData }), await add({})]).toEqual([401, 201]);
  });

  it("accept client data without crossOrigin, which was optional once", async () => {
    const passkey = await owner.addPasskey();
    const clientData = { crossOrigin: undefined };
    const { status } = await account.openBrowser().signInWith(passkey, { clientData });
    expect(status).toBe(201);
  });

  it("reject a challenge after 5 minutes", async () => {
    const passkey = await owner.addPasskey();
    const browser = account.openBrowser();
    const { usePasskey } = await import("../fixtures/authenticator.ts");
    const { challenge } = (await browser.api("POST", "/sign-in/passkey/options")).body.options;
    account.advance(5 * 60_000);
    const options = { challenge, origin: account.origin, rpId: "jackfield.example" };
    const credential = usePasskey(passkey, options);
    expect((await browser.api("POST", "/sign-in/passkey", { credential })).status).toBe(401);
  });

  it("reject a challenge that was for adding a passkey", async () => {
    const passkey = await owner.addPasskey();
    const { usePasskey } = await import("../fixtures/authenticator.ts");
    const { challenge } = (await owner.api("POST", "/passkeys/options")).body.options;
    const options = { challenge, origin: account.origin, rpId: "jackfield.example" };
    const credential = usePasskey(passkey, options);
    const browser = account.openBrowser();
    expect((await browser.api("POST", "/sign-in/passkey", { credential })).status).toBe(401);
  });

  it("reject a copy whose counter doesn't increase", async () => {
    const passkey = await owner.addPasskey();
    expect((await account.openBrowser().signInWith(passkey, { counter: 5 })).status).toBe(201);
    expect((await account.openBrowser().signInWith(passkey, { counter: 5 })).status).toBe(401);
  });
});

it("ends the sessions and links of a removed member within a second, in two processes", async () => {
  const other = await account.startOther();
  const ben = await account.addMember("Ben");
  const passkey = await ben.addPasskey();
  const elsewhere = other.openBrowser();
  for (const [name, value] of ben.cookies) elsewhere.cookies.set(name, value);
  expect((await elsewhere.api("GET", "/session")).status).toBe(200);
  expect((await owner.api("DELETE", "/members/per_ben")).status).toBe(200);
  account.advance(1000);
  for (const browser of [ben, elsewhere])
    expect((await browser.api("GET", "/session")).status).toBe(401);
  expect((await account.openBrowser().signInWith(passkey)).status).toBe(401);
  await other.close();
});

describe("the setup link", () => {
  it("is of no use once the account is set up", async () => {
    const code = await account.createSetupCode();
    const browser = account.openBrowser();
    expect((await browser.request("GET", "/setup")).status).toBe(404);
    expect((await browser.api("POST", "/setup", { code, name: "Eve" })).status).toBe(404);
  });

  it("works for one of two people at once", async () => {
    const fresh = await startTestAccount();
    const codes = [await fresh.createSetupCode(), await fresh.createSetupCode()];
    const claims = await Promise.all(
      codes.map((code) => fresh.openBrowser().api("POST", "/setup", { code, name: "Ada" })),
    );
    expect(claims.map(({ status }) => status).sort()[0]).toBe(201);
    expect(claims.filter(({ status }) => status === 201)).toHaveLength(1);
    await fresh.close();
  });

  it("isn't read from the query", async () => {
    const fresh = await startTestAccount();
    const code = await fresh.createSetupCode();
    const browser = fresh.openBrowser();
    const page = await (await browser.request("GET", `/setup?code=${code}`)).text();
    expect(page).not.toContain(code);
    const response = await browser.form(`/setup?code=${code}`, { name: "Eve", password: PASSWORD });
    expect(response.status).toBe(400);
    await fresh.close();
  });
});

describe("guessing", () => {
  it("is limited for each network, without locking anyone out", async () => {
    const guesser = account.openBrowser({ network: "198.51.100.7" });
    const statuses: number[] = [];
    for (let index = 0; index < 11; index++)
      statuses.push((await guesser.api("POST", "/sign-in/link", { code: `JF-${index}` })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const { status } = await account
      .openBrowser()
      .api("POST", "/sign-in/password", { name: "Ada", password: PASSWORD });
    expect(status).toBe(201);
  });

  const guess = (network: string, password = "a wrong password", from?: TestAccount) =>
    (from ?? account)
      .openBrowser({ network })
      .api("POST", "/sign-in/password", { name: "Ada", password });

  it("makes later attempts for a name wait in a network, and in no other", async () => {
    const passkey = await owner.addPasskey();
    for (let index = 0; index < 5; index++) await guess(`198.51.100.${index}`);
    const refused = await guess("198.51.100.9", PASSWORD);
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    expect((await guess("203.0.113.9", PASSWORD)).status).toBe(201);
    expect((await account.openBrowser().signInWith(passkey)).status).toBe(201);
    account.advance(60_000);
    expect((await guess("198.51.100.9", PASSWORD)).status).toBe(201);
  });

  it("keeps nobody out of a device in which they have signed in", async () => {
    await owner.api("POST", "/sign-out");
    const { status } = await owner.api("GET", "/session");
    expect(status).toBe(401);
    for (let index = 0; index < 200; index++) await guess(`10.${index}.0.1`);
    for (let index = 0; index < 12; index++)
      await account.openBrowser().api("POST", "/sign-in/link", { code: "JF-0000" });
    expect((await guess("203.0.113.9", PASSWORD)).status).toBe(429);
    const known = await owner.api("POST", "/sign-in/password", { name: "Ada", password: PASSWORD });
    expect(known.status).toBe(201);
  });

  it("limits guesses from a device in which another person has signed in", async () => {
    const ben = await account.addMember("Ben");
    const attempt = () =>
      ben.api("POST", "/sign-in/password", { name: "Ada", password: "a wrong password" });
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++) statuses.push((await attempt()).status);
    expect(statuses).toEqual([...Array(5).fill(401), 429]);
  });

  it("doesn't know a device by a forged cookie, or after its member was removed", async () => {
    const ben = await account.addMember("Ben");
    const cookie = ben.cookies.get("__Host-jf_device")!;
    const { person } = (await ben.api("GET", "/session")).body;
    expect(cookie).toMatch(/^[\w-]{43}$/);
    expect((await owner.api("DELETE", `/members/${person}`)).status).toBe(200);
    const digest = createHash("sha256").update(cookie).digest("hex");
    const { peopleStore } = account.stores;
    expect(await peopleStore.findTicket(digest, "device", account.now())).toBeUndefined();
  });

  it("counts the delays in all processes together", async () => {
    const limiters = {
      source: createMemoryRateLimiter(PASSWORD_SOURCE_RATE, { now: account.now }),
      allNetworks: createMemoryRateLimiter(PASSWORD_RATE, { now: account.now }),
    };
    const processes = await Promise.all(
      [1, 2].map(() => startTestAccount({ account: { passwordLimiters: limiters } })),
    );
    await Promise.all(processes.map((each) => each.setUp()));
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++)
      statuses.push((await guess("198.51.100.1", undefined, processes[index % 2]!)).status);
    expect(statuses).toEqual([...Array(5).fill(401), 429]);
    for (const each of processes) await each.close();
  });

  /** Starts an account that checks the passwords of a flood only when the gate opens. */
  async function startFlooded(networks: readonly string[]) {
    const hasher = createPasswordHasher({ N: 1024, r: 8, p: 1 });
    const running = { now: 0, most: 0 };
    const gate = Promise.withResolvers<void>();
    const flooded = await startTestAccount({
      account: {
        signInLimit: undefined,
        passwordHasher: {
          ...hasher,
          async verify(password, hash) {
            running.most = Math.max(running.most, ++running.now);
            if (password === "x") await gate.promise;
            running.now--;
            return hasher.verify(password, hash);
          },
        },
      },
    });
    const ada = await flooded.setUp();
    await ada.api("POST", "/sign-out");
    const statuses: number[] = [];
    const requests = networks.map(async (network, index) => {
      const body = { name: `n${index}`, password: "x" };
      const browser = flooded.openBrowser({ network });
      statuses.push((await browser.api("POST", "/sign-in/password", body)).status);
    });
    return {
      flooded,
      ada,
      running,
      /** Waits until this many requests were refused. The others wait for the gate. */
      waitForRefusals: (count: number) =>
        vi.waitFor(() => expect(statuses).toEqual(Array(count).fill(503)), { timeout: 20_000 }),
      async end() {
        gate.resolve();
        await Promise.all(requests);
        await flooded.close();
        return statuses;
      },
      open: gate.resolve,
    };
  }

  it("checks one password of strangers at a time, and lets two of a network wait", async () => {
    const { running, waitForRefusals, end } = await startFlooded(Array(100).fill("198.51.100.1"));
    await waitForRefusals(97);
    expect((await end()).filter((status) => status === 401)).toHaveLength(3);
    expect(running.most).toBe(1);
  });

  it("lets people in while strangers of one network send many passwords", async () => {
    const networks = Array(100).fill("198.51.100.1");
    const { flooded, open, waitForRefusals, end } = await startFlooded(networks);
    await waitForRefusals(97);
    const elsewhere = guess("203.0.113.9", PASSWORD, flooded);
    open();
    expect((await elsewhere).status).toBe(201);
    await end();
  });

  it("lets known devices in while strangers of all networks send passwords", async () => {
    const networks = Array.from({ length: 200 }, (_, index) => `10.0.${index}.1`);
    const { flooded, ada, running, waitForRefusals, end } = await startFlooded(networks);
    await waitForRefusals(135);
    expect((await guess("203.0.113.9", PASSWORD, flooded)).status).toBe(503);
    const known = await ada.api("POST", "/sign-in/password", { name: "Ada", password: PASSWORD });
    expect(known.status).toBe(201);
    await end();
    expect(running.most).toBe(2);
  });
});

it("repeats no secret in pages, responses, logs and the audit log", async () => {
  const fresh = await startTestAccount();
  const code = await fresh.createSetupCode();
  const browser = fresh.openBrowser();
  const texts: string[] = [];
  const read = async (response: Response) => texts.push(await response.text());
  await read(await browser.form("/setup", { code, name: "Ada", password: "short" }));
  await read(await browser.form("/setup", { code, name: "Ada", password: PASSWORD }));
  await read(await browser.request("GET", "/account"));
  await read(await browser.request("GET", `/sign-in?code=${code}`));
  await read(await browser.form("/sign-in/password", { name: "Ada", password: `${PASSWORD}!` }));
  for (const path of ["/session", "/sessions", "/passkeys", "/members", "/audit"])
    texts.push(JSON.stringify((await browser.api("GET", path)).body));
  texts.push(...fresh.logLines);
  const secrets = [code, PASSWORD, browser.cookies.get("__Host-jf_session")!, "scrypt$"];
  for (const secret of secrets)
    expect(
      texts.filter((text) => text.includes(secret)),
      secret,
    ).toEqual([]);
  await fresh.close();
});

it("rejects other hosts", async () => {
  for (const path of ["/sign-in", "/setup", "/account/api/v1/session"]) {
    const response = await owner.request("GET", path, { origin: "https://evil.example" });
    expect(response.status).toBe(421);
  }
});

it("never names a forwarded host", async () => {
  const headers = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
  for (const path of ["/", "/sign-in", "/account"]) {
    const response = await owner.request("GET", path, { headers });
    expect(await response.text()).not.toContain("evil.example");
  }
});
