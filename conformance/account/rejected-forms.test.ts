import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGES } from "../../core/platform/account/pages/index.ts";
import { startTestAccount } from "./fixtures/fixture.ts";
import { type Field, type Form, readForms } from "./fixtures/form-reader.ts";
import { type FurnishedAccount, startFurnishedAccount } from "./fixtures/furnished-account.ts";

/** Words that only programs understand. */
const MACHINE_WORDS = [
  /openapi/i,
  /must (match|be|have)/i,
  /\bschema\b/i,
  /JSON Pointer/i,
  /\/(actions|watch|arguments)\//,
  /\binvalid_\w+/,
  /\b(min|max)(Length|imum|Items)\b/,
  /match the pattern/,
  /It is ""/,
  /[a-z]+_[a-z_]+: /,
];

/** The paths of pages, besides their templates, with forms that other paths don't show. */
const MORE_PAGES = [
  "/triggers/new?kind=schedule",
  "/triggers/new?kind=poll&watch=notes.list",
  "/triggers/new?kind=app&watch=notes.created",
  "/triggers/new?kind=webhook",
  "/triggers/new?kind=event",
  "/integrations/mail",
  "/integrations/boats",
  "/integrations/notes/tools/notes.list",
];

/** Texts that no field takes, except fields for any text. */
const BAD_VALUES: Readonly<Record<string, string>> = {
  number: "many",
  textarea: '{"open',
  text: `wrong <b>\u00e4${"x".repeat(2100)}`,
  url: "nowhere",
  email: "nobody",
  password: "short",
};

/** Forms whose every value is valid, or chosen from a list. */
const badValue = ({ type, value }: Field): string => BAD_VALUES[type] ?? value;

let furnished: FurnishedAccount;
let forms: readonly (Form & { readonly page: string })[];

beforeAll(async () => {
  furnished = await startFurnishedAccount();
  const { owner, fillIn } = furnished;
  const paths = [
    ...PAGES.map(({ path }) => fillIn(path)).filter((path) => !/^\/(setup|join|oauth)/.test(path)),
    ...MORE_PAGES,
  ];
  const found = new Map<string, Form & { readonly page: string }>();
  for (const page of paths) {
    const html = await (await owner.request("GET", page)).text();
    for (const form of readForms(html))
      found.set(`${form.action} ${form.fields.map(({ name }) => name)}`, { ...form, page });
  }
  forms = [...found.values()].filter(
    ({ action, fields }) => action !== "/sign-out" && fields.some(({ isEntered }) => isEntered),
  );
}, 60_000);
afterAll(() => furnished.close());

/** Sends a form, and returns what is wrong with the page that rejects it. */
async function judge(
  form: Form,
  send: (fields: URLSearchParams) => Promise<Response>,
  choose: (field: Field) => string,
): Promise<readonly string[]> {
  const sent = new URLSearchParams();
  for (const field of form.fields) {
    const value = field.isEntered ? choose(field) : field.value;
    if (field.isChosen && (value !== "" || !field.isChoice)) sent.append(field.name, value);
  }
  const response = await send(sent);
  const html = await response.text();
  if (response.status < 400) return [];
  const main = /<main[\s\S]*<\/main>/.exec(html)![0];
  const again = readForms(html).find(({ action }) => action === form.action);
  if (!again) return [`${response.status}: no form ${form.action}: ${toText(main).slice(0, 200)}`];
  const isSecret = ({ type, name }: Field) =>
    type === "password" || type === "file" || name === "code" || !type;
  const lost = form.fields
    .filter((field) => field.isEntered && !isSecret(field) && sent.getAll(field.name).length === 1)
    .filter(({ name }) => {
      const kept = again.fields.find((field) => field.name === name);
      return kept !== undefined && kept.value !== normalize(sent.get(name)!);
    })
    .map(({ name }) => `${name} is lost`);
  const forgotten = form.fields
    .filter((field) => field.type === "password" && sent.get(field.name))
    .filter(() => !/wasn\u2019t kept/.test(main))
    .map(({ name }) => `${name} isn't said to be lost`);
  const errors = main.match(/class="field-error" id|class="errors"/g) ?? [];
  const texts = [...main.matchAll(/class="field-error"[^>]*>([^<]+)</g)].map(([, text]) => text!);
  const ids = [...main.matchAll(/class="field-error" id="([^"]+)"/g)].map(([, id]) => id!);
  const summary = /class="errors"[\s\S]*?<\/div>/.exec(main)?.[0] ?? "";
  const said = [...texts, toText(summary)];
  if (process.env["SHOW_ERRORS"]) console.log(form.action, said);
  const machine = said.flatMap((text) =>
    MACHINE_WORDS.filter((word) => word.test(text)).map((word) => `${word} in: ${text}`),
  );
  const twice = texts.filter((text) => toText(summary).includes(text.replace(/^Error: /, "")));
  return [
    ...lost,
    ...forgotten,
    ...machine,
    ...twice.map((text) => `twice: ${text}`),
    ...(errors.length === 0 ? [`no error: ${toText(main).slice(0, 300)}`] : []),
    ...(new Set(ids).size < ids.length ? [`repeated: ${ids}`] : []),
  ];
}

const normalize = (text: string) => text.replaceAll("\r\n", "\n");

const toText = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

describe("a form of the account that is rejected", () => {
  it.each([
    ["empty", () => ""],
    ["with bad values", badValue],
  ] as const)("keeps what was typed, and says each error once: %s", async (_, choose) => {
    expect(forms.length).toBeGreaterThan(15);
    const { owner } = furnished;
    const faults: Record<string, readonly string[]> = {};
    for (const form of forms) {
      const found = await judge(
        form,
        (fields) =>
          owner.request("POST", form.action, {
            headers: {
              origin: furnished.account.origin,
              "sec-fetch-site": "same-origin",
              "content-type": "application/x-www-form-urlencoded",
            },
            body: fields.toString(),
          }),
        choose,
      );
      if (found.length > 0) faults[`${form.action} on ${form.page}`] = found;
    }
    expect(faults).toEqual({});
  });
});

describe("the form to set up", () => {
  it("keeps the code and the name after a short password, without showing the code", async () => {
    const account = await startTestAccount();
    const code = await account.createSetupCode();
    const browser = account.openBrowser();
    const refused = await browser.form("/setup", { code, name: "Ada", password: "short" });
    const page = await refused.text();
    expect(page).not.toContain(code);
    const [form] = readForms(page);
    const value = (name: string) => form!.fields.find((field) => field.name === name)!.value;
    expect(value("name")).toBe("Ada");
    expect(page).toContain("The code that you entered is kept");
    expect(page).toContain("wasn\u2019t kept");
    expect(page.match(/fewer than 12 characters/g)).toHaveLength(1);
    const done = await browser.form("/setup", {
      code: "",
      kept_code: value("kept_code"),
      name: "Ada",
      password: "correct horse battery",
    });
    expect(done.status).toBe(303);
    await account.close();
  });

  it("asks for an empty name in words of the page", async () => {
    const account = await startTestAccount();
    const code = await account.createSetupCode();
    const response = await account
      .openBrowser()
      .form("/setup", { code, name: "", password: "correct horse battery" });
    const page = await response.text();
    expect(page).toContain("Error: Enter your name.");
    expect(page).not.toContain("openapi");
    await account.close();
  });
});
