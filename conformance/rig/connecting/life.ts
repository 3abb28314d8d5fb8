// The life of connections before a provider that does what it likes, on whichever runtime runs this file. Says ok, and nothing else.
import assert from "node:assert/strict";
import { appOf, keyMethod, oauthOf } from "./apps.ts";
import { giveClient } from "./client.ts";
import { connectAt, useOf } from "./connected.ts";
import { leaksOf } from "./leaks.ts";
import { startPlatform } from "./platform.ts";
import { type Reply, startProvider } from "./provider.ts";

const provider = await startProvider();
const rig = await startPlatform(
  [appOf("notes", [oauthOf(provider.origin)]), appOf("keyed", [keyMethod])],
  { allow: [provider.origin] },
);
await giveClient(rig, "notes");
const { "/token": token } = provider.routes;
const statusOf = async (id: string) => (await rig.api("GET", `/connections/${id}`)).body.status;

await connectAt(rig, "keyed", { f_key: "sk_verysecret" });
assert.equal((await useOf(rig, "keyed")).secrets["key"], "sk_verysecret");

const id = await connectAt(rig, "notes");
const first = await useOf(rig, "notes");
rig.later(3_500_000);
const failing: readonly Reply[] = [
  { status: 503 },
  { breaks: true },
  { body: "x".repeat(400_000) },
  { status: 302, headers: { location: "http://169.254.169.254/" } },
  { body: { error: "odd" } },
  { status: 429, headers: { "retry-after": "1" } },
];
for (const reply of failing) {
  provider.routes["/token"] = () => reply;
  assert.equal((await rig.connecting.renew(id, first.secrets["access_token"])).outcome, "later");
  assert.equal(await statusOf(id), "active");
}
provider.routes["/token"] = () => ({
  type: "application/x-www-form-urlencoded",
  body: "access_token=at_secret_form&token_type=bot&expires_in=60",
});
assert.equal((await rig.connecting.desk.renewed(first)).secrets["access_token"], "at_secret_form");
rig.later(120_000);
provider.routes["/token"] = () => ({ body: { error: "invalid_grant" } });
await assert.rejects(useOf(rig, "notes"), { code: "connection_inactive" });
assert.equal(await statusOf(id), "expired");
provider.routes["/token"] = token!;
await rig.api("DELETE", `/connections/${id}`);
assert.deepEqual(
  leaksOf(rig, ["at_secret_", "rt_secret_", "client_secret_1", "sk_verysecret"]),
  [],
);
await rig.close();
await provider.close();
console.log("ok");
