// The life of connections before a provider that does what it likes, on whichever runtime runs this file. Says ok, and nothing else.
import assert from "node:assert/strict";
import { createAppRecord, createOAuthMethod, keyMethod } from "./apps.ts";
import { addOAuthClient } from "./client.ts";
import { connectApp, openConnection } from "./connected.ts";
import { findLeaks } from "./leaks.ts";
import { startTestPlatform } from "./platform.ts";
import { type ProviderReply, startOAuthProvider } from "./provider.ts";

const provider = await startOAuthProvider();
const fixture = await startTestPlatform(
  [
    createAppRecord("notes", [createOAuthMethod(provider.origin)]),
    createAppRecord("keyed", [keyMethod]),
  ],
  { allow: [provider.origin] },
);
await addOAuthClient(fixture, "notes");
const { "/token": token } = provider.routes;
const readStatus = async (id: string) =>
  (await fixture.api("GET", `/connections/${id}`)).body.status;

await connectApp(fixture, "keyed", { f_key: "sk_verysecret" });
assert.equal((await openConnection(fixture, "keyed")).secrets["key"], "sk_verysecret");

const id = await connectApp(fixture, "notes");
const first = await openConnection(fixture, "notes");
fixture.advance(3_500_000);
const failures: readonly ProviderReply[] = [
  { status: 503 },
  { breaksConnection: true },
  { body: "x".repeat(400_000) },
  { status: 302, headers: { location: "http://169.254.169.254/" } },
  { body: { error: "odd" } },
  { status: 429, headers: { "retry-after": "1" } },
];
for (const result of failures) {
  provider.routes["/token"] = () => result;
  assert.equal(
    (await fixture.connecting.refresh(id, first.secrets["access_token"])).outcome,
    "deferred",
  );
  assert.equal(await readStatus(id), "active");
}
provider.routes["/token"] = () => ({
  type: "application/x-www-form-urlencoded",
  body: "access_token=at_secret_form&token_type=bot&expires_in=60",
});
assert.equal(
  (await fixture.connecting.service.refresh(first)).secrets["access_token"],
  "at_secret_form",
);
fixture.advance(120_000);
provider.routes["/token"] = () => ({ body: { error: "invalid_grant" } });
await assert.rejects(openConnection(fixture, "notes"), { code: "connection_inactive" });
assert.equal(await readStatus(id), "expired");
provider.routes["/token"] = token!;
await fixture.api("DELETE", `/connections/${id}`);
assert.deepEqual(
  findLeaks(fixture, ["at_secret_", "rt_secret_", "client_secret_1", "sk_verysecret"]),
  [],
);
await fixture.close();
await provider.close();
console.log("ok");
