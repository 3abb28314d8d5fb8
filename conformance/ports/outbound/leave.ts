// Fetches and is done: an idle connection, a canceled body and a closed one must let the process end by itself.
import { createOutbound } from "../../../adapters/outbound.ts";

const origin = process.argv[2]!;
const site = createOutbound({ allowedOrigins: [origin] });
await (await site.fetch(`${origin}/whole`)).text();
await (await site.fetch(`${origin}/open`)).body.cancel();
await site.fetch(`${origin}/cut`);
console.log(JSON.stringify({ done: Date.now() }));
