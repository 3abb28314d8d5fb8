import { join } from "node:path";
import { expect, vi } from "vitest";
import { readAppFrom } from "../../../adapters/catalog/own-apps/add.ts";
import { appsCommand } from "../../../adapters/cli/apps.ts";
import { keysCommand } from "../../../adapters/cli/keys.ts";
import { signingKeyCommand } from "../../../adapters/cli/signing-key.ts";
import { serializeCompiledApp } from "../../../core/lib/openapi-tools/compile/index.ts";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import { type Deployment, MINUTE } from "../deployment.ts";
import { readStoredProperties } from "../encrypted-values.ts";
import { ACP, ACP_HEADERS, paymentForm, REST, UCP, UCP_HEADERS } from "../fixture.ts";
import type { Services } from "../services.ts";

const quiet = () => {};

/**
 * The properties that versions after 0.1.0 store: optional ones, and those of the audit log. Rate
 * limits are stored in PostgreSQL only.
 */
const ADDED_PROPERTIES =
  /^(added_apps\.compiled: record\.methods\[\]\.toolCounts\b|api_keys\.document: createdBy$|runs\.document: (source|request)$|jobs: |rates: |audit(\.document)?: )/;

/** Registers the test that stores new data. It must run last. */
export function testNewData(deployment: Deployment): void {
  const { it } = deployment;

  it("stores new data under the names that 0.1.0 used, and no others by accident", async () => {
    const { services } = deployment;
    await createKeys(deployment);
    await addApps(deployment);
    await connectApps(services, deployment.keyOf("laptop"));
    await runTools(services, deployment.keyOf("laptop"));
    await createCheckouts(services);

    const { originalProperties } = deployment;
    const added = [...(await readStoredProperties(services, deployment.dataDir))].filter(
      (path) => !originalProperties.has(path) && !ADDED_PROPERTIES.test(path),
    );
    expect(added).toEqual([]);
  });
}

/** Creates an API key, and rotates the signing keys. */
async function createKeys({ commandOptions, writtenAt }: Deployment): Promise<void> {
  const words = "create --name new --permissions read --apps quill --user 7 --expires 9d".split(
    " ",
  );
  expect(await keysCommand(words, commandOptions, { print: quiet, info: quiet })).toBe(0);
  // The stored rotation is complete after three hours.
  vi.setSystemTime(writtenAt + 180 * MINUTE);
  expect(await signingKeyCommand(["rotate"], commandOptions, quiet)).toBe(0);
  vi.setSystemTime(writtenAt);
}

/** Adds an app from an OpenAPI document, and one from an MCP server. */
async function addApps({ commandOptions, services, servers }: Deployment): Promise<void> {
  const document = join(import.meta.dirname, "../granary.json");
  expect(
    await appsCommand(
      ["add", document, "--as", "granary_new"],
      { platform: undefined, shared: commandOptions },
      quiet,
    ),
  ).toBe(0);
  const orchard = await readAppFrom("https://mcp.orchard.example/mcp", {
    outbound: servers.outbound,
    slug: "orchard_new",
  });
  if ("refused" in orchard) throw new Error(orchard.why);
  await services.keyStore.saveApp({
    account: DEFAULT_ACCOUNT,
    slug: "orchard_new",
    added: new Date().toISOString(),
    compiled: serializeCompiledApp(orchard),
  });
}

/** Starts a sign-in without completing it, and connects an app with an API key. */
async function connectApps(services: Services, key: string): Promise<void> {
  const { body: signIn } = await services.platform("POST", "/apps/ember/connect", key, {
    label: "New",
    scopes: ["notes:read"],
    return_url: "http://localhost:5000/",
  });
  const browser = services.browser();
  browser.stopUrl = "https://auth.ember.example";
  await browser.submit(await browser.open(signIn.url));

  const { body: keyLink } = await services.platform("POST", "/apps/granary/connect", key, {
    auth_method: "api_key",
  });
  const other = services.browser();
  await other.submit(await other.open(keyLink.url), { f_granary_key: "granary_key_new" });
}

/** Runs tools whose results are an error, truncated or one page of several. */
async function runTools(services: Services, key: string): Promise<void> {
  for (const id of ["limited", "missing", "long"]) {
    await services.platform("POST", "/tools/drift.get_note/run", key, {
      arguments: { id },
      max_bytes: 1000,
      idempotency_key: `new ${id}`,
    });
  }
  await services.platform("POST", "/tools/larder.list_notes/run", key, {
    arguments: {},
    idempotency_key: "new page",
  });
}

/** Creates a checkout over each protocol, changes one and pays for it. */
async function createCheckouts(services: Services): Promise<void> {
  const lines = (id: string) => ({ line_items: [{ item: { id }, quantity: 1 }] });
  await services.site("POST", REST, {
    body: { offer: "club", quantity: 1, idempotency_key: "new" },
  });
  const { body: checkout } = await services.site("POST", UCP, {
    headers: { ...UCP_HEADERS, "idempotency-key": "new" },
    body: lines("print"),
  });
  const { body: changed } = await services.site("PUT", `${UCP}/${checkout.id}`, {
    headers: { ...UCP_HEADERS, "idempotency-key": "newer" },
    body: lines("lamp"),
  });
  await services.site("POST", ACP, {
    headers: { ...ACP_HEADERS, "idempotency-key": "new" },
    body: { line_items: [{ id: "print", quantity: 1 }], capabilities: {} },
  });
  const browser = services.browser();
  await browser.submit(await browser.open(changed.continue_url), paymentForm("4000000000001109"));
}
