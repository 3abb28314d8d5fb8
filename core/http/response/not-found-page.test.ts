import { describe, expect, it } from "vitest";
import { articlePage, html } from "../../lib/html-page/index.ts";
import type { HttpRequest } from "../handler.ts";
import { Problem } from "../problem.ts";
import { respondWithNotFoundPage } from "./not-found-page.ts";
import { problemResponse } from "./response.ts";

const respond = respondWithNotFoundPage(({ message }) =>
  articlePage({ siteName: "Shop", title: "Missing", main: html`<p>${message}</p>` }),
);
const BROWSER = "text/html,*/*;q=0.8";
const createRequest = (accept: string, method = "GET", path = "/missing") =>
  ({
    method,
    url: `https://shop.example${path}`,
    headers: new Headers({ accept }),
  }) as unknown as HttpRequest;
const missing = new Problem("not_found", "Nothing is here.");

describe("respondWithNotFoundPage()", () => {
  it("shows a browser a page that isn't cached", async () => {
    const { status, headers, body } = await respond(missing, "id", createRequest(BROWSER));
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "cache-control": "no-store",
      vary: "accept",
    });
    expect(body).toContain("<p>Nothing is here.</p>");
  });

  it("returns a problem to other clients", async () => {
    const response = problemResponse(missing, "id");
    const headers = { ...response.headers, vary: "accept" };
    expect(await respond(missing, "id", createRequest("*/*"))).toEqual({ ...response, headers });
  });

  it.each(["/agents.md", "/a/manifest.json?v=1"])(
    "returns a problem to a browser for %s, because scanners would take a page for the document",
    async (path) => {
      const { headers } = await respond(missing, "id", createRequest(BROWSER, "GET", path));
      expect(headers["content-type"]).toBe("application/problem+json");
    },
  );

  it.each([
    ["another problem", new Problem("body_too_large", "Too large."), "GET"],
    ["an unexpected error", new Error("secret"), "GET"],
    ["a request that isn't a read", missing, "POST"],
  ])("returns a problem to a browser for %s", async (_, error, method) => {
    expect(await respond(error, "id", createRequest(BROWSER, method))).toEqual(
      problemResponse(error, "id"),
    );
  });
});
