import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  PASSWORD,
  readWaitingForm,
  startTestAccount,
  type TestAccount,
  type TestBrowser,
} from "./fixtures/fixture.ts";

const KEY = { name: "laptop", permissions: "read" };

let account: TestAccount;
let owner: TestBrowser;

beforeEach(async () => {
  account = await startTestAccount();
  owner = await account.setUp();
  account.advance(16 * 60_000);
});
afterEach(() => account.close());

const readForm = (text: string): string => readWaitingForm(text)!;
const listKeys = async () => (await owner.api("GET", "/keys")).body.data;

/** Sends the form of a new key too late, and returns the encrypted form of the answer. */
async function askLate(browser = owner): Promise<string> {
  const response = await browser.form("/keys/new", KEY);
  const text = await response.text();
  expect([response.status, text]).toEqual([403, expect.stringContaining("Confirm that it’s you")]);
  expect(text).not.toContain("laptop");
  return readForm(text);
}

describe("a dangerous form after 15 minutes", () => {
  it("asks for the password, and then goes on with what was entered", async () => {
    const form = await askLate();
    const wrong = await owner.form("/keys/new", { waiting_form: form, password: "wrong" });
    const again = await wrong.text();
    expect([wrong.status, again]).toEqual([401, expect.stringContaining("is wrong")]);
    expect(await listKeys()).toEqual([]);
    const done = await owner.form("/keys/new", {
      waiting_form: readForm(again),
      password: PASSWORD,
    });
    expect(await done.text()).toContain('id="secret"');
    expect(await listKeys()).toMatchObject([{ name: "laptop", permissions: ["read"] }]);
    expect((await owner.form("/keys/new", { ...KEY, name: "desk" })).status).toBe(201);
  });

  it("goes on after a sign-in with a passkey", async () => {
    account.advance(-16 * 60_000);
    const passkey = await owner.addPasskey();
    account.advance(16 * 60_000);
    const form = await askLate();
    await owner.signInWith(passkey);
    expect((await owner.form("/keys/new", { waiting_form: form })).status).toBe(201);
    expect(await listKeys()).toHaveLength(1);
  });

  it("asks again without a proof", async () => {
    const form = await askLate();
    const response = await owner.form("/keys/new", { waiting_form: form });
    expect(await response.text()).toContain("Confirm that it’s you");
    expect(await listKeys()).toEqual([]);
  });

  it("works for 10 minutes, for its person and its path only", async () => {
    const form = await askLate();
    const ben = await account.addMember("Ben");
    const byBen = await ben.form("/keys/new", { waiting_form: form });
    expect([byBen.status, await byBen.text()]).toEqual([
      400,
      expect.stringContaining("waited too long, or for another person"),
    ]);
    const elsewhere = await owner.form("/account/password", {
      waiting_form: form,
      password: PASSWORD,
    });
    expect(elsewhere.status).toBe(400);
    account.advance(10 * 60_000);
    const late = await owner.form("/keys/new", { waiting_form: form, password: PASSWORD });
    expect(late.status).toBe(400);
    expect(await listKeys()).toEqual([]);
  });

  it("asks to sign in again if the person has no other way here", async () => {
    const ben = await account.addMember("Ben");
    account.advance(16 * 60_000);
    const response = await ben.form("/keys/new", KEY);
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining("more than 15 minutes ago"),
    ]);
  });
});
