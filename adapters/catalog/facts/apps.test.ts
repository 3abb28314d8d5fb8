import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { checkComposers } from "./check-composers.ts";
import { FACTS_FOLDER } from "./facts-folder.ts";
import { parseJsonFile } from "./json-file.ts";
import { readAppFolders, readOverlay } from "./read-facts.ts";

const folders = readAppFolders(FACTS_FOLDER);
const overlay = readOverlay(FACTS_FOLDER);
const apps = Object.fromEntries(
  folders.flatMap(({ slug, app }) => ("methods" in app ? [[slug, app] as const] : [])),
);
const servers = Object.fromEntries(
  folders.flatMap(({ slug, app }) => ("url" in app ? [[slug, app] as const] : [])),
);
const entries = [...Object.entries(apps), ...Object.entries(servers)];
const categories = z
  .array(z.string())
  .parse(parseJsonFile(join(FACTS_FOLDER, "shared/categories.json")));
type App = (typeof apps)[string];
type Method = App["methods"][number];

/** Finds the names of all `{name}` placeholders in a value. */
const findPlaceholders = (value: unknown): string[] =>
  [...JSON.stringify(value ?? "").matchAll(/\{(\w+)\}/gu)].map((found) => found[1] ?? "");

/** Whether a method has every field and endpoint that its type requires. */
function isComplete(each: Method, entry: App): boolean {
  const names = each.fields.map((item) => item.name);
  const secrets = each.fields.filter((item) => item.secret).map((item) => item.name);
  switch (each.type) {
    case "oauth2":
      return each.oauth?.authorizationUrl !== undefined && each.scopes !== undefined;
    case "oauth2_cc":
      return (
        each.oauth !== undefined &&
        each.oauth.authorizationUrl === undefined &&
        names.includes("client_id") &&
        names.includes("client_secret")
      );
    case "basic":
      return names.join() === "username,password";
    case "bearer":
      return names.includes("token");
    case "sigv4":
      return each.signingName !== undefined && secrets.length > 0;
    case "api_key":
      return names.length === 0
        ? (entry.baseFields ?? []).some((item) => item.secret)
        : secrets.every((item) => each.placements?.[item]);
    case "mcp_oauth":
      return false;
    case "none":
      return each.fields.length === 0;
  }
}

describe("the facts about apps", () => {
  it("checks each beginning of a value that it states", () => {
    const stated = Object.entries(apps).flatMap(([name, { methods, baseFields }]) =>
      [...(baseFields ?? []), ...(methods ?? []).flatMap(({ fields }) => fields)]
        .filter(({ help }) => /^Begins with /.test(help ?? ""))
        .map(({ help, pattern: text }) => ({ name, help, text })),
    );
    expect(stated.length).toBeGreaterThan(5);
    for (const { name, help, text } of stated) {
      const accepts = (value: string) => new RegExp(`^(?:${text})$`, "u").test(value);
      const starts = help!.replace("Begins with ", "").replace(/\.$/, "").split(" or ");
      expect([
        name,
        text,
        ...starts.map((start) => accepts(`${start}${start.endsWith("n") ? "." : ""}a1`)),
      ]).toEqual([name, expect.any(String), ...starts.map(() => true)]);
      expect([name, accepts("hello")]).toEqual([name, false]);
    }
  });

  it("uses only listed categories", () => {
    expect(
      entries.flatMap(([, entry]) => entry.categories).filter((name) => !categories.includes(name)),
    ).toEqual([]);
  });

  it("gives no alias to two apps, except the product that their names begin with", () => {
    const isProduct = (alias: string, slugs: Set<string>) =>
      [...slugs].every((each) => each.startsWith(`${alias}_`));
    const owners = new Map<string, Set<string>>();
    for (const [name, entry] of entries)
      for (const alias of entry.aliases ?? [])
        owners.set(alias, (owners.get(alias) ?? new Set()).add(name));
    expect(
      [...owners].filter(
        ([alias, names]) =>
          (names.size > 1 && !isProduct(alias, names)) || (alias in apps && !names.has(alias)),
      ),
    ).toEqual([]);
  });

  it("assigns no document to two apps", () => {
    const documentIds = Object.values(apps).flatMap((entry) => entry.documents);
    expect(documentIds.filter((name, index) => documentIds.indexOf(name) !== index)).toEqual([]);
  });

  it("drops no document that an app uses", () => {
    const documentIds = Object.values(apps).flatMap((entry) => entry.documents);
    expect(documentIds.filter((id) => overlay.documents.get(id)?.drop !== undefined)).toEqual([]);
  });

  it("has a field for every placeholder", () => {
    const problems = Object.entries(apps).flatMap(([name, entry]) =>
      entry.methods.flatMap((each) => {
        const fieldNames = [...(entry.baseFields ?? []), ...each.fields].map((item) => item.name);
        return findPlaceholders([each.oauth, each.scopes])
          .filter((placeholder) => !fieldNames.includes(placeholder))
          .map((placeholder) => `${name}: ${placeholder}`);
      }),
    );
    expect(problems).toEqual([]);
  });

  it("requests the context only from hosts of the app", () => {
    const domain = (host: string) => host.split(".").slice(-2).join(".");
    const problems = Object.entries(apps).flatMap(
      ([name, { context = [], base, vendor, methods }]) => {
        const texts = [
          base,
          ...methods.flatMap(({ oauth }) => [oauth?.authorizationUrl, oauth?.tokenUrl]),
        ];
        const domains = texts
          .flatMap((text) =>
            text === undefined ? [] : [domain(new URL(text.replaceAll(/[{}]/gu, "")).host)],
          )
          .concat(vendor);
        return context
          .filter(
            ({ from }) =>
              from.startsWith("https:") && !domains.includes(domain(new URL(from).host)),
          )
          .map(({ from }) => `${name}: ${from}`);
      },
    );
    expect(problems).toEqual([]);
  });

  it("has no phrase for two tools of an app", () => {
    const repeated = folders.flatMap(({ tools = {} }) => {
      const phrases = Object.values(tools).flatMap((tool) => tool.phrases ?? []);
      return phrases.filter((phrase, index) => phrases.indexOf(phrase) !== index);
    });
    expect(repeated).toEqual([]);
  });

  it("has a tool for each composer, and a composer for each tool that names one", async () =>
    expect(await checkComposers(folders)).toEqual([]));

  it("describes apps in one sentence of 10 to 160 characters", () => {
    const problems = entries.filter(
      ([, { description }]) => !/^.{9,159}\.$/u.test(description) || description.length > 160,
    );
    expect(problems.map(([name]) => name)).toEqual([]);
  });

  it("has everything that each method requires", () => {
    const problems = Object.entries(apps).flatMap(([name, entry]) =>
      entry.methods.filter((each) => !isComplete(each, entry)).map((each) => `${name}: ${each.id}`),
    );
    expect(problems).toEqual([]);
  });

  it("describes every scope", () => {
    const problems = Object.entries(apps).flatMap(([name, entry]) =>
      entry.methods.flatMap((each) =>
        (each.scopes ?? [])
          .filter(
            ({ description }) =>
              !description?.trim() || description.length > 90 || description.endsWith("."),
          )
          .map((item) => `${name}.${each.id}: ${item.name}`),
      ),
    );
    expect(problems).toEqual([]);
  });

  it("gives the methods of an app unique IDs", () => {
    const problems = Object.entries(apps).filter(
      ([, entry]) => new Set(entry.methods.map((each) => each.id)).size < entry.methods.length,
    );
    expect(problems.map(([name]) => name)).toEqual([]);
  });

  it("has authorization URLs for providers whose documents name none", () => {
    const implicit = [
      "googleapis.com",
      "azure.com",
      "netlify.com",
      "stackexchange.com",
      "evetech.net",
      "avaza.com",
    ];
    expect(implicit.filter((name) => !overlay.endpoints.get(name)?.authorizationUrl)).toEqual([]);
  });

  it("has a source for each OAuth endpoint of a reviewed app", () => {
    const problems = Object.entries(apps)
      .filter(([, entry]) => entry.reviewed)
      .flatMap(([name, entry]) =>
        entry.methods
          .filter((each) => {
            const found = entry.confirmed?.[each.id];
            return (
              each.oauth &&
              (!found?.tokenUrl.length ||
                (each.oauth.authorizationUrl !== undefined && !found.authorizationUrl?.length))
            );
          })
          .map((each) => `${name}.${each.id}`),
      );
    expect(problems).toEqual([]);
  });

  it("connects at least 120 of the 150 most popular apps", () => {
    const connectable = [...overlay.popular].filter((name) =>
      [apps[name], servers[name], servers[`${name}_mcp`]].some((entry) => entry?.reviewed),
    );
    expect(overlay.popular.size).toBe(150);
    expect(connectable.length).toBeGreaterThanOrEqual(120);
  });
});
