import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { payAt } from "./buyer.ts";
import { type Discovered, discover, linked, neededQuery } from "./discover.ts";
import { WAYS } from "./ways.ts";
import { openWeb, type Traffic, type Web } from "./web.ts";

/** What an errand took: what the agent asked for, and what the buyer's browser did. */
export interface Errand {
  readonly agent: Traffic;
  readonly buyer: Traffic;
  /** What was bought. */
  readonly bought: string;
}

/** Sends an agent with nothing but a site's address: it finds a page by some words, reads it, and buys something by one way. */
export async function runErrand(base: string, way: string, words: string): Promise<Errand> {
  const [web, browser] = [openWeb(), openWeb()];
  const found = await discover(base, web);
  const content =
    way === "mcp" ? await readByTool(found, words) : await readByLink(found, words, web);
  assert.ok(content.length > 40, `what was read has ${content.length} characters`);

  assert.match(found.guide ?? "", /continue_url/);
  const { list, create, look } = WAYS[way]!(found, web);
  const offers = await list();
  assert.ok(offers.length > 0, "something is for sale");
  const { id, continue_url: url } = await create(offers[0]!);
  await payAt(url, browser);
  for (let tries = 0; (await look(id)).status !== "completed"; tries++) {
    assert.ok(tries < 20, `the checkout is ${(await look(id)).status}`);
    await pause(250);
  }
  return { agent: web.traffic, buyer: browser.traffic, bought: offers[0]!.title };
}

async function readByLink(found: Discovered, words: string, web: Web): Promise<string> {
  const search = linked(found, "search");
  const hits = JSON.parse(
    (await web.get(`${search}?${new URLSearchParams({ [neededQuery(found, search)]: words })}`))
      .text,
  ).hits;
  assert.ok(hits.length > 0, `${words} finds nothing`);
  const read = found.site.links.find(
    ({ rel, href }: any) => rel === "item" && found.openapi.paths[new URL(href).pathname]?.get,
  ).href;
  const page = await web.get(
    `${read}?${new URLSearchParams({ [neededQuery(found, read)]: hits[0].url })}`,
    { accept: "text/markdown" },
  );
  assert.deepEqual(
    [page.status, page.headers.get("content-type")],
    [200, "text/markdown; charset=utf-8"],
  );
  return page.text;
}

async function readByTool({ call }: Discovered, words: string): Promise<string> {
  const { hits } = await call("search_pages", { q: words });
  return (await call("read_page", { url: hits[0].url })).content;
}
