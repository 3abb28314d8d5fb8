import assert from "node:assert/strict";
import { type Exchanges, skip } from "../../case.ts";

/** The Markdown documents that describe the site to language models. */
export const llmsExchanges: Exchanges = {
  "/llms.txt": [
    {
      it: "contains the name of the site, its endpoints and its limits",
      request: { path: "/llms.txt" },
      status: 200,
      check({ text, headers }, { info }) {
        if (headers["last-modified"]) skip("the site has its own file at /llms.txt");
        assert.ok(text.startsWith(`# ${info.name}\n\n> `), text.slice(0, 200));
        for (const path of [
          "/agent/read?url=",
          "/agent/search?q=",
          "/agent/site.json",
          "/mcp",
          "/openapi.json",
          "/support",
        ]) {
          assert.ok(text.includes(new URL(path, info.url).href), `${path} is missing`);
        }
        assert.match(text, /one request a second/);
        assert.match(text, /User-Agent/);
      },
    },
    {
      it: "links to pages that exist",
      request: { path: "/llms.txt" },
      status: 200,
      check: async ({ text, headers }, { send, info }) => {
        if (headers["last-modified"]) skip("the site has its own file at /llms.txt");
        const links = [...text.matchAll(/^- \[(?:[^\]\\]|\\.)*\]\(([^)]+)\)/gm)].map(
          ([, url]) => url!,
        );
        assert.ok(
          links.length >= Math.min(info.pages, 500),
          `${links.length} links for ${info.pages} pages`,
        );
        for (const url of links.slice(0, 20)) {
          const { pathname } = new URL(url);
          assert.equal((await send({ method: "HEAD", path: pathname })).status, 200, url);
        }
      },
    },
    {
      it: "lists every document that siteInfo links to",
      request: { path: "/llms.txt" },
      status: 200,
      check({ text, headers }, { info }) {
        if (headers["last-modified"]) skip("the site has its own file at /llms.txt");
        for (const { rel, href } of info.links) {
          if (["status", "sitemap", "robots", "payment", "describedby"].includes(rel)) continue;
          assert.ok(text.includes(href), href);
        }
      },
    },
  ],
  "/llms-full.txt": [
    {
      it: "contains pages with their URLs and states how many pages it omits",
      request: { path: "/llms-full.txt" },
      status: 200,
      async check({ text, headers }, { info, pageUrl, urlFor: address, call }) {
        if (headers["last-modified"]) skip("the site has its own file at /llms-full.txt");
        assert.ok(text.startsWith(`# ${info.name}\n\n> `) && text.includes(address("/llms.txt")));
        const visible = text.match(/^Source: \S+$/gm)?.length ?? 0;
        const [, left = "0"] = /\((\d+) of the pages\)/.exec(text) ?? [];
        assert.equal(visible + Number(left), info.pages);
        assert.ok(text.length < 1_200_000, String(text.length));
        if (!text.includes(`Source: ${pageUrl}\n`)) return;
        const { value } = await call("readPage", { url: pageUrl });
        const content = typeof value === "string" ? value : value.content;
        assert.ok(text.includes(content.trim().slice(0, 2000)), pageUrl);
      },
    },
    {
      it: "returns 503 while the pages are unavailable",
      requires: "fixture",
      fault: 503,
      request: { path: "/llms-full.txt", headers: { "fixture-fault": "503" } },
      status: 503,
      mediaType: "application/problem+json",
    },
  ],
};
