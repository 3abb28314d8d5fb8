// A service of its own, on whichever runtime runs this file: renews a connection so many times, and says what came of it.
import process from "node:process";
import { createProviderApps } from "./apps-of.ts";
import { startTestPlatform } from "./platform.ts";

const [folder, provider, id, stale, times = "1"] = process.argv.slice(2);
const fixture = await startTestPlatform(createProviderApps(provider!), {
  allow: [provider!],
  folder: folder!,
});
let token = stale!;
const outcomes: string[] = [];
console.log("ready");
for (let time = 0; time < Number(times); time++) {
  const renewal = await fixture.connecting.refresh(id!, token);
  outcomes.push(renewal.outcome);
  if (renewal.outcome === "refreshed") token = renewal.secrets.values["access_token"]!;
}
console.log(JSON.stringify(outcomes));
await fixture.close({ keep: true });
