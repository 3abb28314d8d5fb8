// A service of its own with a port, on Node: says where it is once it listens, and makes a link if it is asked to.
import http from "node:http";
import process from "node:process";
import { text } from "node:stream/consumers";
import { createProviderApps } from "./apps-of.ts";
import { addOAuthClient } from "./client.ts";
import { startTestPlatform } from "./platform.ts";

const [folder, provider, port, requested] = process.argv.slice(2);
const origin = `http://127.0.0.1:${port}`;
const fixture = await startTestPlatform(createProviderApps(provider!), {
  allow: [provider!],
  folder: folder!,
  origin,
});
await addOAuthClient(fixture, "notes");
const server = http.createServer(async (request, response) => {
  const body = await text(request);
  const result = await fixture.serve(
    new Request(origin + request.url, {
      method: request.method!,
      headers: request.headers as Record<string, string>,
      ...(body && { body }),
    }),
  );
  response.writeHead(result.status, {
    ...Object.fromEntries(result.headers),
    "set-cookie": result.headers.getSetCookie(),
  });
  response.end(await result.text());
});
server.listen(Number(port), "127.0.0.1", async () => {
  const { body } =
    requested === "link"
      ? await fixture.api("POST", "/apps/notes/connect", {})
      : await fixture.api("GET", "/connections");
  console.log(JSON.stringify(body));
});
