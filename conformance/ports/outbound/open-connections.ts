// Leaves an idle connection, a canceled body and a broken one. None of them may keep the process
// alive. Usage: open-connections.ts ORIGIN
import process from "node:process";
import { createOutbound } from "../../../adapters/outbound/create-outbound.ts";
import { exitIfKeptAlive } from "../port-suite.ts";

const origin = process.argv[2]!;
const outbound = createOutbound({ allowedOrigins: [origin] });
await (await outbound.fetch(`${origin}/whole`)).text();
await (await outbound.fetch(`${origin}/open`)).body.cancel();
await outbound.fetch(`${origin}/cut`);
exitIfKeptAlive();
