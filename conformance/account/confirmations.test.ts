import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PAGES } from "../../core/platform/account/pages/index.ts";
import { readWaitingForm } from "./fixtures/fixture.ts";
import { type FurnishedAccount, startFurnishedAccount } from "./fixtures/furnished-account.ts";

/** The forms that end nothing, delete nothing and repeat nothing. */
const HARMLESS: readonly string[] = [
  "/setup",
  "/sign-in/password",
  "/sign-in/provider",
  "/sign-in/link",
  "/join",
  "/integrations/add/preview",
  "/integrations/{app}/connect",
  "/integrations/{app}/connections/{connection}/reconnect",
  "/integrations/{app}/connections/{connection}/test",
  "/sign-in-servers/{server}/test",
  "/keys/new",
  "/keys/{key}/rename",
  "/triggers/new",
  "/triggers/{trigger}/resume",
  "/account/password",
  "/account/name",
  "/account/identities/link",
  "/account/members/invite",
  "/account/members/{person}/sign-in-link",
  "/account/settings/keep",
  "/oauth/authorize",
];

/** The forms with a checkbox that the service requires where they change something. */
const CHECKBOX: Readonly<Record<string, string>> = {
  "/integrations/{app}/tools/{tool}/run": "confirmed",
  "/activity/{run}/again": "confirmed",
  "/integrations/add": "replace",
};

interface Ending {
  /** The parameters of the path that differ from the furnished account. */
  readonly at?: Readonly<Record<string, string>>;
  /** The fields of the form. `{name}` stands for a parameter of the account. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Fields that end nothing, if the form has such. */
  readonly harmless?: Readonly<Record<string, string>>;
  /** What the page says that ends. */
  readonly says: readonly string[];
  readonly retype?: string;
}

/** The forms that end something, each with what the page about it says. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  "/integrations/{app}/connections/{connection}/change": {
    fields: { enabled: "false" },
    harmless: { label: "Work" },
    says: ["Turn off Notes", "1 trigger pauses", "Poll notes"],
  },
  "/integrations/{app}/connections/{connection}/disconnect": {
    says: [
      "Disconnect Notes",
      "1 trigger pauses",
      "Poll notes",
      "1 trigger can no longer run",
      "New notes",
      "1 key can't run tools of Notes",
      "laptop",
      "The sign-in ends",
    ],
  },
  "/integrations/{app}/client": {
    at: { app: "mail" },
    fields: { client_id: "client_3" },
    harmless: { client_id: "client_2", client_secret: "s" },
    says: ["Replace the OAuth client of Mail"],
  },
  "/integrations/{app}/client/delete": {
    at: { app: "mail" },
    says: ["Delete the OAuth client of Mail"],
  },
  "/integrations/{app}/remove": { at: { app: "boats" }, says: ["Remove Boats?", "1 tool"] },
  "/sign-in-servers/{server}/client": {
    fields: { client_id: "client_3" },
    harmless: { client_id: "client_1" },
    says: ["Replace the OAuth client"],
  },
  "/sign-in-servers/{server}/delete": { says: ["Delete the OAuth client", "2 apps"] },
  "/keys/{key}/replace": {
    fields: { overlap_hours: "1" },
    says: ["Replace laptop?", "The old key stops working in one hour"],
  },
  "/keys/{key}/revoke": { says: ["Revoke laptop?", "2 triggers act for it"] },
  "/triggers/{trigger}/pause": { says: ["Pause New notes?"] },
  "/triggers/{trigger}/delete": { says: ["Delete New notes?", "The trigger stops"] },
  "/triggers/{trigger}/fire": {
    fields: { data: "{}" },
    harmless: { data: "{}", dry_run: "true" },
    says: ["Fire New notes?", "Run notes.add"],
  },
  "/events/{event}/replay": { says: ["Replay the event?", "Run notes.add"] },
  "/events/{event}/delete": { says: ["Delete the event?"] },
  "/users/{user}/disconnect": { says: ["1 connection ends"] },
  "/users/{user}/delete": {
    says: ["1 connection ends", "1 API key of this user is deleted", "for a user"],
    retype: "user_42",
  },
  "/account/passkeys/remove": {
    fields: { passkey: "{passkey}" },
    says: ["Remove the passkey"],
  },
  "/account/identities/remove": { fields: { identity: "none" }, says: [] },
  "/account/sessions/end": { fields: { session: "{session}" }, says: ["End the session"] },
  "/sign-out": { says: [] },
  "/account/members/withdraw": {
    fields: { invitation: "{invitation}" },
    says: ["The link for a member stops working"],
  },
  "/account/members/{person}/role": {
    fields: { role: "member" },
    harmless: { role: "owner" },
    says: ["Make Ben a member?"],
  },
  "/account/members/{person}/remove": { says: ["Remove Ben?", "Ben loses access"] },
  "/account/settings": {
    fields: { run_days: "7", audit_days: "400" },
    harmless: { run_days: "60", audit_days: "400" },
    says: ["All runs older than 7 days are deleted"],
  },
  "/account/settings/secrets-key": { says: ["Replace the encryption key?"] },
  "/account/settings/delete": {
    says: ["2 API keys stop working", "2 people, 2 connections"],
    retype: "acc_default",
  },
};

const FORMS = PAGES.flatMap(({ forms = [] }) => forms);

describe("the forms of the account", () => {
  it("are harmless, have a checkbox, or are confirmed first", () => {
    const listed = [...HARMLESS, ...Object.keys(CHECKBOX), ...Object.keys(ENDINGS)];
    expect(FORMS.map(({ path }) => path).toSorted()).toEqual(listed.toSorted());
    const confirmed = FORMS.filter(({ confirm }) => confirm !== undefined).map(({ path }) => path);
    expect(confirmed.toSorted()).toEqual(Object.keys(ENDINGS).toSorted());
  });
});

describe("a form that ends something", () => {
  let furnished: FurnishedAccount;

  beforeEach(async () => {
    furnished = await startFurnishedAccount();
  });
  afterEach(() => furnished.close());

  const asking = Object.entries(ENDINGS).filter(([, { says }]) => says.length > 0);

  it.each(asking)("asks first, and then goes on: %s", async (template, ending) => {
    const { owner, parameters, account } = furnished;
    const { at = {}, fields = {}, harmless, says, retype } = ending;
    const fill = (text: string) =>
      text.replaceAll(/\{(\w+)\}/g, (_, name) => at[name] ?? parameters[name]!);
    const path = fill(template);
    const sent = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, fill(value)]),
    );
    if (harmless) {
      const direct = await owner.form(path, harmless);
      expect([direct.status < 400, readWaitingForm(await direct.text())]).toEqual([
        true,
        undefined,
      ]);
    }
    const before = await readState();
    const asked = await owner.form(path, sent);
    const page = await asked.text();
    expect([asked.status, says.filter((text) => !page.includes(text))]).toEqual([200, []]);
    expect(page).toContain("autofocus");
    expect(await readState()).toEqual(before);

    const waiting = readWaitingForm(page)!;
    const ben = await account.addMember("Eve", "owner");
    const byOther = await ben.form(path, { waiting_form: waiting });
    expect(byOther.status).toBe(400);
    if (retype !== undefined) {
      const wrong = await owner.form(path, { waiting_form: waiting, confirm: "no" });
      const again = await wrong.text();
      expect([wrong.status, again.match(/class="field-error"/g)?.length]).toEqual([400, 1]);
      expect(again).toContain('value="no"');
    }
    const done = await owner.form(path, {
      waiting_form: waiting,
      ...(retype !== undefined && { confirm: retype }),
    });
    expect([done.status, readWaitingForm(await done.text())]).toEqual([
      expect.toSatisfy((status: number) => status === 303 || status === 200 || status === 201),
      undefined,
    ]);
  });

  /** What the account stores, without the times that reading changes. */
  async function readState(): Promise<string> {
    const { owner, account } = furnished;
    const paths = [
      "/keys",
      "/members",
      "/invitations",
      "/sessions",
      "/passkeys",
      "/users",
      "/audit",
    ];
    const lists = await Promise.all(paths.map(async (path) => (await owner.api("GET", path)).body));
    const connections = await account.stores.auditLog.list("acc_default", { limit: 1 });
    return JSON.stringify([lists, connections]);
  }
});
