import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { createWebClient, payOnPage, type Traffic, type WebClient } from "./clients.ts";
import {
  type DiscoveredSite,
  discover,
  linkHref,
  PROTOCOLS,
  requiredQueryName,
} from "./protocols.ts";

/** The traffic of a scenario: the agent's requests and the buyer's browser. */
export interface ScenarioResult {
  readonly agent: Traffic;
  readonly buyer: Traffic;
  /** The title of the purchase. */
  readonly bought: string;
}

/**
 * Runs an agent that only knows the URL of a site: it searches for a page, reads it, and buys
 * something with one protocol.
 */
export async function runScenario(
  base: string,
  protocol: string,
  query: string,
): Promise<ScenarioResult> {
  const [web, browser] = [createWebClient(), createWebClient()];
  const discovered = await discover(base, web);
  const content =
    protocol === "mcp"
      ? await readByTool(discovered, query)
      : await readByLink(discovered, query, web);
  assert.ok(content.length > 40, `what was read has ${content.length} characters`);

  assert.match(discovered.guide ?? "", /continue_url/);
  const { listProducts, createCheckout, getCheckout } = PROTOCOLS[protocol]!(discovered, web);
  const offers = await listProducts();
  assert.ok(offers.length > 0, "something is for sale");
  const { id, continue_url: url } = await createCheckout(offers[0]!);
  await payOnPage(url, browser);
  for (let attempts = 0; (await getCheckout(id)).status !== "completed"; attempts++) {
    assert.ok(attempts < 20, `the checkout is ${(await getCheckout(id)).status}`);
    await pause(250);
  }
  return { agent: web.traffic, buyer: browser.traffic, bought: offers[0]!.title };
}

async function readByLink(
  discovered: DiscoveredSite,
  query: string,
  web: WebClient,
): Promise<string> {
  const search = linkHref(discovered, "search");
  const hits = JSON.parse(
    (
      await web.get(
        `${search}?${new URLSearchParams({ [requiredQueryName(discovered, search)]: query })}`,
      )
    ).text,
  ).hits;
  assert.ok(hits.length > 0, `${query} finds nothing`);
  const read = discovered.site.links.find(
    ({ rel, href }: any) => rel === "item" && discovered.openapi.paths[new URL(href).pathname]?.get,
  ).href;
  const page = await web.get(
    `${read}?${new URLSearchParams({ [requiredQueryName(discovered, read)]: hits[0].url })}`,
    { accept: "text/markdown" },
  );
  assert.deepEqual(
    [page.status, page.headers.get("content-type")],
    [200, "text/markdown; charset=utf-8"],
  );
  return page.text;
}

async function readByTool({ call }: DiscoveredSite, query: string): Promise<string> {
  const { hits } = await call("search_pages", { q: query });
  return (await call("read_page", { url: hits[0].url })).content;
}
