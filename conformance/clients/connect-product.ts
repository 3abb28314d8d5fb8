import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { rolldown } from "rolldown";

const MODULE = join(import.meta.dirname, "../../generated/clients/js/src/runtime/connect.ts");

/** Bundles and minifies `@jackfield/client/connect` for a page. */
export async function bundleConnect(): Promise<string> {
  const bundle = await rolldown({ input: MODULE, platform: "browser" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return output[0].code;
}

/** A product that lets its users connect an app. */
export interface Product {
  readonly origin: string;
  /** Creates the connect link that the product's server returns. Tests may replace it. */
  createLink(returnUrl: string): Promise<unknown>;
  close(): Promise<void>;
}

/** The page with the button. It shows the result of the last attempt as JSON in its title. */
const PAGE = `<!doctype html><title>-</title><button>Connect</button><button id="cancel">Cancel</button>
<script type="module">
import { connect, takeConnectResult } from "/connect.js";
const show = (value) => { document.title = JSON.stringify(value); };
const getLink = async () => (await fetch("/link", { method: "POST" })).json();
let attempt = new AbortController();
const start = () => {
  attempt.abort();
  attempt = new AbortController();
  return connect(getLink, { signal: attempt.signal }).then(show, ({ name, code, message }) => show({ name, code, message }));
};
document.querySelector("button").onclick = start;
document.querySelector("#cancel").onclick = () => attempt.abort();
const result = takeConnectResult();
if (result) show({ redirected: result, again: takeConnectResult() ?? null });
else if (location.search === "?auto") start();
</script>`;

/** The page of `return_url`. */
const RETURN_PAGE = `<!doctype html><title>Returned</title><p></p>
<script type="module">
import { finishConnect } from "/connect.js";
const result = await finishConnect();
document.querySelector("p").textContent = result ? "You can close this window: " + result.status : "Nothing to finish";
</script>`;

/** Starts the product on \`localhost\`, another site than the platform on 127.0.0.1. */
export async function startProduct(): Promise<Product> {
  const script = await bundleConnect();
  const server = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, product.origin);
    const send = (type: string, body: string) =>
      void response.writeHead(200, { "content-type": type }).end(body);
    if (pathname === "/connect.js") return send("text/javascript", script);
    if (pathname === "/connected") return send("text/html", RETURN_PAGE);
    if (pathname === "/") return send("text/html", PAGE);
    if (pathname !== "/link") return void response.writeHead(404).end();
    send(
      "application/json",
      JSON.stringify(await product.createLink(`${product.origin}/connected`)),
    );
  });
  await once(server.listen(0, "localhost"), "listening");
  const product: Product = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    createLink: () => Promise.reject(new Error("The test sets createLink.")),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return product;
}
