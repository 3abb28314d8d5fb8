import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { describeOnRuntimes, runToEnd, START_FILE } from "../fixtures/program.ts";

describeOnRuntimes("a content folder", (runtime, test) => {
  test("refuses to serve a folder that contains secrets", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "jackfield-")));
    writeFileSync(join(folder, "index.html"), "<title>My shop</title><p>Hello");
    const run = (env: NodeJS.ProcessEnv, args: string[] = []) =>
      runToEnd(runtime, args, { SITE_PORT: "0", ...env }, folder);
    const message = `SITE_CONTENT (${folder}) contains DATA_DIR (${join(folder, "data")}), which holds keys.`;
    expect(run({ SITE_CONTENT: "." })).toMatchObject({
      status: 1,
      out: "",
      error: expect.stringContaining(message),
    });
    expect(run({ SITE_CONTENT: "." }, ["doctor"])).toMatchObject({
      status: 1,
      out: expect.stringContaining(`problem  ${message}`),
    });
    symlinkSync("data", join(folder, "link"));
    expect(run({ SITE_CONTENT: ".", DATA_DIR: "link" })).toMatchObject({
      status: 1,
      error: expect.stringContaining("contains DATA_DIR"),
    });
    rmSync(folder, { recursive: true });
  });

  test("never serves secrets that are moved into the folder later", async () => {
    const base = mkdtempSync(join(tmpdir(), "jackfield-"));
    const [site, data] = [join(base, "site"), join(base, "data")];
    mkdirSync(site);
    writeFileSync(join(site, "index.html"), "<title>My shop</title><p>Hello");
    writeFileSync(
      join(base, "products.json"),
      JSON.stringify({ products: [{ id: "a", title: "A", amount: 100, currency: "EUR" }] }),
    );
    writeFileSync(join(base, ".env"), "SITE_NAME=Secret\n");
    const env = {
      SITE_CONTENT: "site",
      SITE_PORT: "0",
      PLATFORM: "on",
      PLATFORM_PORT: "0",
      SITE_PRODUCTS: "products.json",
      CATALOG_DIR: "catalog",
      LOG: "json",
      RATE_LIMIT: "off",
      npm_config_registry: "http://127.0.0.1:9",
    };
    const program = await startOn(runtime, [START_FILE], { cwd: base, env });
    const address = /For agents\s+(\S+)\/agent/.exec(
      await program.waitFor(/For agents\s+\S+/),
    )![1]!;
    await expect
      .poll(
        () =>
          existsSync(join(data, "signing-keys.json")) && existsSync(join(data, "secrets-key.json")),
      )
      .toBe(true);
    const files = readdirSync(data);
    expect(files).toEqual(
      expect.arrayContaining([
        "jackfield.db",
        "jackfield.db-wal",
        "secrets-key.json",
        "signing-keys.json",
      ]),
    );

    writeFileSync(join(data, "page.html"), "<title>Stored checkouts</title>");
    writeFileSync(join(data, "page.md"), "# Stored checkouts");
    // Move the data folder into the content folder, and link to it from its old path.
    renameSync(data, join(site, "data"));
    symlinkSync(join(site, "data"), data);
    for (const name of [".env", "products.json"]) {
      renameSync(join(base, name), join(site, `copy-${name}`));
      symlinkSync(join(site, `copy-${name}`), join(base, name));
    }
    for (const name of files) symlinkSync(join("data", name), join(site, `link-${name}`));
    symlinkSync("data", join(site, "folder"));
    const paths = [
      "copy-.env",
      "copy-products.json",
      ...[...files, "page.html", "page", "page.md", ""].flatMap((name) => [
        `data/${name}`,
        `folder/${name}`,
      ]),
      ...files.map((name) => `link-${name}`),
    ];
    const status = async (path: string) => [path, (await fetch(`${address}/${path}`)).status];
    expect(await Promise.all(paths.map(status))).toEqual(paths.map((path) => [path, 404]));
    expect((await fetch(`${address}/agent/read?url=${address}/data/page.html`)).status).toBe(404);
    expect((await fetch(`${address}/`)).status).toBe(200);
    // Lists are at most two seconds old, and a request refreshes them in the background.
    await setTimeout(2_100);
    await fetch(`${address}/sitemap.xml`);
    await setTimeout(300);
    for (const path of [
      "sitemap.xml",
      "llms.txt",
      "llms-full.txt",
      "agent/search?q=stored+checkouts",
    ]) {
      expect(await (await fetch(`${address}/${path}`)).text()).not.toMatch(
        /data\/page|Stored checkouts/,
      );
    }
    await program.stop();
    rmSync(base, { recursive: true });
  });
});
