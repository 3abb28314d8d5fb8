import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

const DAY = 86_400_000;

async function invite(role = "member") {
  const { status, body } = await owner.api("POST", "/invitations", { role });
  expect(status, JSON.stringify(body)).toBe(201);
  return {
    id: body.invitation.id as string,
    url: body.url as string,
    code: body.url.split("#")[1] as string,
  };
}

const accept = (code: string, name = "Ben", browser = account.openBrowser()) =>
  browser.api("POST", "/sign-in/invitation", { code, name, password: PASSWORD });

const readAudit = async () =>
  (await owner.api("GET", "/audit")).body.data as {
    action: string;
    subject?: string;
    details?: Record<string, string>;
  }[];

const findMember = async (name: string) =>
  (await owner.api("GET", "/members")).body.data.find((each: any) => each.name === name);

describe("an invitation", () => {
  it("makes a person a member, once", async () => {
    const { id, url, code } = await invite();
    expect(url).toMatch(/^https:\/\/jackfield\.example\/join#JF-/);
    const ben = account.openBrowser();
    const accepted = await accept(code, "Ben", ben);
    expect(accepted).toMatchObject({
      status: 201,
      body: { name: "Ben", role: "member", method: "invitation" },
    });
    expect((await ben.api("GET", "/session")).status).toBe(200);
    expect((await accept(code, "Eve")).status).toBe(401);
    expect((await owner.api("GET", "/invitations")).body.data).toEqual([]);
    for (const entry of [
      { action: "session.started", details: { method: "invitation" } },
      { action: "member.joined", details: { role: "member", invitation: id } },
      { action: "invitation.created", subject: id, details: { role: "member" } },
    ])
      expect(await readAudit()).toContainEqual(expect.objectContaining(entry));
  });

  it("makes an owner if an owner chose so", async () => {
    const { code } = await invite("owner");
    expect((await accept(code)).body.role).toBe("owner");
  });

  it("accepts a passkey instead of a password", async () => {
    const { code } = await invite();
    const ben = account.openBrowser();
    await ben.api("POST", "/sign-in/invitation", { code, name: "Ben" });
    const passkey = await ben.addPasskey();
    expect((await account.openBrowser().signInWith(passkey)).body.name).toBe("Ben");
  });

  it("is listed without its code, and can be withdrawn", async () => {
    const { id, code } = await invite();
    const { body } = await owner.api("GET", "/invitations");
    expect(body.data).toMatchObject([{ id, role: "member", expires: "2026-11-29T10:00:00.000Z" }]);
    expect(JSON.stringify(body)).not.toContain(code);
    expect((await owner.api("DELETE", `/invitations/${id}`)).status).toBe(200);
    expect((await owner.api("DELETE", `/invitations/${id}`)).status).toBe(404);
    expect((await accept(code)).status).toBe(401);
  });

  it("expires after 7 days", async () => {
    const { code } = await invite();
    account.advance(7 * DAY);
    expect((await accept(code)).status).toBe(401);
  });

  it("isn't spent by somebody who is signed in", async () => {
    const { code } = await invite();
    const { status, body } = await accept(code, "Ada", owner);
    expect([status, body.code]).toEqual([409, "already_member"]);
    expect((await accept(code)).status).toBe(201);
  });

  it("isn't spent by a refused password or a taken name", async () => {
    const { code } = await invite();
    const weak = { code, name: "Ben", password: "short" };
    const { status } = await account.openBrowser().api("POST", "/sign-in/invitation", weak);
    expect(status).toBe(422);
    const taken = await accept(code, " ADA ");
    expect([taken.status, taken.body.code]).toEqual([409, "name_taken"]);
    expect((await accept(code)).status).toBe(201);
  });

  it("stops working when its creator is no longer an owner", async () => {
    const ben = await account.addMember("Ben", "owner");
    const { body } = await ben.api("POST", "/invitations", { role: "owner" });
    const code = body.url.split("#")[1];
    await owner.api("PATCH", "/members/per_ben", { role: "member" });
    expect((await accept(code, "Eve")).status).toBe(401);
    expect((await owner.api("GET", "/invitations")).body.data).toEqual([]);
  });

  it("can be accepted by one of many people at once", async () => {
    const { code } = await invite();
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, index) => accept(code, `Ben ${index}`)),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await owner.api("GET", "/members")).body.data).toHaveLength(2);
  });

  it("works as a page without script", async () => {
    const { code } = await invite();
    const ben = account.openBrowser();
    expect(await (await ben.request("GET", "/join")).text()).toContain("Accept an invitation");
    const refused = await ben.form("/join", { code, name: "Ben", password: "short" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).not.toContain(code);
    const joined = await ben.form("/join", { code, name: "Ben", password: PASSWORD });
    expect([joined.status, joined.headers.get("location")]).toEqual([303, "/"]);
    expect(await (await ben.request("GET", "/join")).text()).toContain("You are signed in as Ben");
  });
});

describe("the role of a member", () => {
  it("changes within a second, in two processes", async () => {
    const other = await account.startOther();
    const ben = await account.addMember("Ben");
    const elsewhere = other.openBrowser();
    for (const [name, value] of ben.cookies) elsewhere.cookies.set(name, value);
    expect((await elsewhere.api("GET", "/audit")).status).toBe(403);
    const { body } = await owner.api("PATCH", "/members/per_ben", { role: "owner" });
    expect(body).toMatchObject({ person: "per_ben", name: "Ben", role: "owner" });
    account.advance(1000);
    expect((await elsewhere.api("GET", "/audit")).status).toBe(200);
    await owner.api("PATCH", "/members/per_ben", { role: "member" });
    account.advance(1000);
    expect((await elsewhere.api("GET", "/audit")).status).toBe(403);
    await other.close();
  });

  it("stays that of the last owner, until the hint is followed", async () => {
    const { person } = await findMember("Ada");
    const demote = () => owner.api("PATCH", `/members/${person}`, { role: "member" });
    const refused = await demote();
    expect([refused.status, refused.body.code]).toEqual([409, "last_owner"]);
    const [, path] = /https:\/\/jackfield\.example(\/\S+)\.$/.exec(refused.body.hint)!;
    expect((await owner.request("GET", path!)).status).toBe(200);
    await account.addMember("Ben");
    await owner.api("PATCH", "/members/per_ben", { role: "owner" });
    expect((await demote()).body.role).toBe("member");
  });
});

describe("a removed member", () => {
  const connections = (secret: string, browser = account.openBrowser()) =>
    browser.request("GET", "/api/v1/connections", {
      headers: { authorization: `Bearer ${secret}` },
    });
  const createKey = async (browser: TestBrowser) =>
    (await browser.api("POST", "/keys", { name: "laptop", permissions: ["read"] })).body;

  it("loses their keys within a second, in two processes", async () => {
    const other = await account.startOther();
    const ben = await account.addMember("Ben");
    const { secret } = await createKey(ben);
    const kept = (await createKey(owner)).secret;
    const elsewhere = () => connections(secret, other.openBrowser());
    expect((await elsewhere()).status).toBe(200);
    await owner.api("DELETE", "/members/per_ben");
    account.advance(1000);
    expect((await connections(secret)).status).toBe(401);
    expect((await elsewhere()).status).toBe(401);
    expect((await connections(kept)).status).toBe(200);
    expect(await readAudit()).toContainEqual(
      expect.objectContaining({
        action: "member.removed",
        subject: "per_ben",
        details: { name: "Ben", keys: "revoke" },
      }),
    );
    await other.close();
  });

  it("leaves their keys to the account if the owner chooses so", async () => {
    const ben = await account.addMember("Ben");
    const { secret } = await createKey(ben);
    const page = await (await owner.request("GET", "/account/members/per_ben")).text();
    expect(page).toContain("laptop");
    const response = await owner.confirm("/account/members/per_ben/remove", { keys: "keep" });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/account/members"]);
    account.advance(1000);
    expect((await connections(secret)).status).toBe(200);
    expect((await ben.api("GET", "/session")).status).toBe(401);
  });

  it("can't create a key, an invitation or a link from another process anymore", async () => {
    const other = await account.startOther();
    await account.addMember("Ben", "owner");
    const ben = other.openBrowser();
    const link = await owner.api("POST", "/members/per_ben/sign-in-link");
    await ben.api("POST", "/sign-in/link", { code: link.body.url.split("#")[1] });
    await ben.api("GET", "/session");
    await owner.api("DELETE", "/members/per_ben");
    // The other process believes the session for up to 0.9 seconds.
    const input = { name: "left behind", permissions: ["run"] };
    const created = await ben.api("POST", "/keys", input);
    expect([created.status, created.body.code]).toEqual([401, "session_required"]);
    const invitation = await ben.api("POST", "/invitations", { role: "owner" });
    expect(invitation.status).toBe(201);
    expect((await accept(invitation.body.url.split("#")[1])).status).toBe(401);
    const { person } = await findMember("Ada");
    const { body } = await ben.api("POST", `/members/${person}/sign-in-link`);
    const code = body.url.split("#")[1];
    expect((await account.openBrowser().api("POST", "/sign-in/link", { code })).status).toBe(401);
    expect((await owner.api("GET", "/keys")).body.data).toEqual([]);
    await other.close();
  });
});

describe("a sign-in link of an owner", () => {
  it("signs in the member once, for 15 minutes", async () => {
    await account.addMember("Ben");
    const create = async () => {
      const { status, body } = await owner.api("POST", "/members/per_ben/sign-in-link");
      expect(status).toBe(201);
      return body.url.split("#")[1] as string;
    };
    const signIn = (code: string) => account.openBrowser().api("POST", "/sign-in/link", { code });
    const code = await create();
    expect((await signIn(code)).body).toMatchObject({ name: "Ben", method: "link" });
    expect((await signIn(code)).status).toBe(401);
    const late = await create();
    account.advance(15 * 60_000);
    expect((await signIn(late)).status).toBe(401);
    expect(await readAudit()).toContainEqual(
      expect.objectContaining({ action: "sign_in_link.created", subject: "per_ben" }),
    );
  });

  it("is shown once, on the page of the member", async () => {
    await account.addMember("Ben");
    const response = await owner.form("/account/members/per_ben/sign-in-link");
    expect(response.status).toBe(201);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const page = await response.text();
    const [, code] = /sign-in#(JF-[0-9A-Z-]+)</.exec(page)!;
    expect((await account.openBrowser().api("POST", "/sign-in/link", { code })).status).toBe(201);
  });
});

it("renames the signed-in person, except to the name of another with a password", async () => {
  const ben = await account.addMember("Ben");
  await ben.api("PUT", "/password", { password: "another good password" });
  const { body } = await ben.api("PATCH", "/person", { name: " Benjamin " });
  expect(body).toMatchObject({ person: "per_ben", name: "Benjamin" });
  expect((await findMember("Benjamin")).person).toBe("per_ben");
  const taken = await ben.api("PATCH", "/person", { name: "ada" });
  expect([taken.status, taken.body.code]).toEqual([409, "name_taken"]);
});
