// A service of its own, on whichever runtime runs this file: renews a connection so many times, and says what came of it.
import process from "node:process";
import { appsAt } from "./apps-of.ts";
import { startPlatform } from "./platform.ts";

const [folder, provider, id, stale, times = "1"] = process.argv.slice(2);
const rig = await startPlatform(appsAt(provider!), { allow: [provider!], folder: folder! });
let token = stale!;
const outcomes: string[] = [];
console.log("ready");
for (let time = 0; time < Number(times); time++) {
  const renewal = await rig.connecting.renew(id!, token);
  outcomes.push(renewal.outcome);
  if (renewal.outcome === "renewed") token = renewal.secrets.values["access_token"]!;
}
console.log(JSON.stringify(outcomes));
await rig.close({ keep: true });
