import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { admin } from "../../core/index.ts";
import type { ConnectionStore } from "../../core/ports/stores/connection-store.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { openStoredVault } from "../secrets/open-vault.ts";
import { openAccountStores, openConnectionStore } from "../storage/open.ts";
import { oauthClientsCommand } from "./oauth-clients.ts";

let folder: string;
let connectionStore: ConnectionStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  connectionStore = await openConnectionStore({ folder });
});
afterEach(async () => {
  await connectionStore.close();
  rmSync(folder, { recursive: true });
});

/** Returns the actions and subjects in the audit log, newest first. */
async function readAudit(): Promise<(readonly [string, string | undefined])[]> {
  const { auditLog, close } = await openAccountStores({ folder });
  const entries = await auditLog.list(DEFAULT_ACCOUNT, { limit: 10 });
  await close();
  return entries.map(({ action, subject }) => [action, subject]);
}

describe("oauthClientsCommand()", () => {
  const createSettings = () => ({ dataFolder: folder, origin: "https://jackfield.example" });
  const createPrompt = (secret: string) => {
    const lines: string[] = [];
    return {
      lines,
      print: (text: string) => void lines.push(text),
      readSecret: async () => secret,
    };
  };

  it("stores a client with the secret from standard input, and prints the redirect URI", async () => {
    const { lines, ...prompt } = createPrompt("client_secret_1\n");
    expect(
      await oauthClientsCommand(
        ["configure", "github", "--client-id", "Iv1.8a61"],
        createSettings(),
        prompt,
      ),
    ).toBe(0);
    expect(lines).toEqual([
      "Users can now connect github. Its redirect URI at the app must be exactly https://jackfield.example/oauth/callback",
    ]);
    expect(await oauthClientsCommand(["clients"], createSettings(), prompt)).toBe(0);
    expect(lines.at(-1)).toBe("github");
    expect((await connectionStore.findClient("github"))!).not.toContain("client_secret_1");
    expect(await oauthClientsCommand(["forget", "github"], createSettings(), prompt)).toBe(0);
    expect(await oauthClientsCommand(["forget", "github"], createSettings(), prompt)).toBe(1);
    expect(await readAudit()).toEqual([
      ["oauth_client.deleted", "github"],
      ["oauth_client.saved", "github"],
    ]);
  });

  it("stores the secret of an app's events, and prints the address", async () => {
    const { lines, ...prompt } = createPrompt("signing-secret-1\n");
    const run = (...args: string[]) => oauthClientsCommand(args, createSettings(), prompt);
    expect(await run("configure", "slack", "--webhooks")).toBe(0);
    expect(lines.at(-1)).toContain("https://jackfield.example/hooks/app/slack");
    expect(await connectionStore.findWebhookSecrets("slack")).not.toContain("signing-secret-1");
    expect(await run("clients")).toBe(0);
    expect(lines.at(-1)).toContain("No OAuth clients yet");
    expect(await run("forget", "slack", "--webhooks")).toBe(0);
    expect(await run("forget", "slack", "--webhooks")).toBe(1);
    expect(await connectionStore.findWebhookSecrets("slack")).toBeUndefined();
    expect(await run("configure", "github", "--webhooks")).toBe(1);
    expect(lines.at(-1)).toContain("Apps that do: slack, hubspot, notion, zoom");
    expect(await readAudit()).toEqual([
      ["webhook_secret.deleted", "slack"],
      ["webhook_secret.saved", "slack"],
    ]);
  });

  it("waits for the secret that Notion sends, and prints it then", async () => {
    const { lines, ...prompt } = createPrompt("not read");
    const settings = createSettings();
    const configure = () =>
      oauthClientsCommand(["configure", "notion", "--webhooks"], settings, prompt);
    expect(await configure()).toBe(0);
    expect(lines.at(-1)).toMatch(/hooks\/app\/notion\?setup=[\w-]{43} at notion within an hour/);
    const vault = await openStoredVault(connectionStore, settings);
    const deps = { store: connectionStore, vault, now: Date.now };
    await admin.storeSharedSecret(deps, "notion", "secret_of_notion");
    expect(await configure()).toBe(0);
    expect(lines.at(-1)).toContain("secret_of_notion");
  });

  it("rejects missing secrets and invalid arguments", async () => {
    const { lines, ...prompt } = createPrompt("");
    expect(
      await oauthClientsCommand(
        ["configure", "github", "--client-id", "x"],
        createSettings(),
        prompt,
      ),
    ).toBe(1);
    expect(lines.at(-1)).toContain("The client secret is empty or contains invalid characters.");
    for (const args of [
      [],
      ["configure"],
      ["configure", "GitHub", "--client-id", "x"],
      ["configure", "github"],
      ["configure", "github", "--client-secret", "x"],
    ]) {
      expect(await oauthClientsCommand(args, createSettings(), prompt)).toBe(1);
      expect(lines.at(-1)).toContain("npm run apps -- --help");
    }
    expect(
      await oauthClientsCommand(
        ["configure", "remote", "--client-id", "x", "--public"],
        createSettings(),
        prompt,
      ),
    ).toBe(0);
  });

  it("stores a client for all apps of a sign-in server", async () => {
    const { lines, ...prompt } = createPrompt("client_secret_1\n");
    const findServer = async (slug: string) =>
      slug === "mail" ? "https://accounts.example" : undefined;
    const run = (...args: string[]) =>
      oauthClientsCommand(args, createSettings(), prompt, findServer);
    expect(await run("configure", "mail", "--server", "--client-id", "x")).toBe(0);
    expect(lines.at(-1)).toContain("every app that signs in at https://accounts.example.");
    expect(await connectionStore.listClients()).toEqual(["server:https://accounts.example"]);
    expect(await run("configure", "lonely", "--server", "--client-id", "x")).toBe(1);
    expect(lines.at(-1)).toContain('"lonely" doesn\'t share a sign-in server');
    expect(await run("forget", "mail")).toBe(1);
    expect(await run("forget", "mail", "--server")).toBe(0);
    expect(await connectionStore.listClients()).toEqual([]);
  });
});
