// Calls a server as often as asked, one call after another, and prints the CPU time of each call.
// `js-calls.ts CLIENT URL CALLS`
import process from "node:process";
import OpenAI from "openai";
import { Jackfield } from "../../../generated/clients/js/src/platform.ts";

const [name = "", url = "", count = ""] = process.argv.slice(2);
const KEY = "jf_live_bench";
const WARM_UP_CALLS = 300;
const BODY = { task: "create an issue in my GitHub repository", limit: 5 };

const jackfield = new Jackfield({ apiKey: KEY, baseUrl: url });
const openai = new OpenAI({ apiKey: KEY, baseURL: url });
const CLIENTS: Readonly<Record<string, () => PromiseLike<unknown>>> = {
  "fetch with a timeout": async () => {
    const response = await fetch(`${url}/api/v1/tools/find`, {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify(BODY),
      signal: AbortSignal.timeout(60_000),
    });
    return response.json();
  },
  "@jackfield/client": () => jackfield.tools.find(BODY.task, { limit: BODY.limit }),
  openai: () => openai.post("/api/v1/tools/find", { body: BODY }),
};

const call = CLIENTS[name]!;
for (let index = 0; index < WARM_UP_CALLS; index++) await call();
const before = process.cpuUsage();
for (let index = 0; index < Number(count); index++) await call();
const { user, system } = process.cpuUsage(before);
console.log((user + system) / Number(count));
process.exit(0);
