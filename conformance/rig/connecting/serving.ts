// A service of its own with a port, on Node: says where it is once it listens, and makes a link if it is asked to.
import http from "node:http";
import process from "node:process";
import { text } from "node:stream/consumers";
import { appsAt } from "./apps-of.ts";
import { giveClient } from "./client.ts";
import { startPlatform } from "./platform.ts";

const [folder, provider, port, wanted] = process.argv.slice(2);
const origin = `http://127.0.0.1:${port}`;
const rig = await startPlatform(appsAt(provider!), { allow: [provider!], folder: folder!, origin });
await giveClient(rig, "notes");
const server = http.createServer(async (request, response) => {
  const body = await text(request);
  const answer = await rig.serve(
    new Request(origin + request.url, {
      method: request.method!,
      headers: request.headers as Record<string, string>,
      ...(body && { body }),
    }),
  );
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    "set-cookie": answer.headers.getSetCookie(),
  });
  response.end(await answer.text());
});
server.listen(Number(port), "127.0.0.1", async () => {
  const { body } =
    wanted === "link"
      ? await rig.api("POST", "/apps/notes/connect", {})
      : await rig.api("GET", "/connections");
  console.log(JSON.stringify(body));
});
