import assert from "node:assert/strict";
import type { EchoedRequest, OutboundCheck, RedirectRoute } from "./fixture.ts";
import { check, echoRequest, failureCode, parseEcho, startPublicWeb } from "./fixture.ts";

export const redirectChecks: readonly OutboundCheck[] = [
  check("follows relative and absolute redirects and returns the final URL", async (fixture) => {
    const outbound = await startPublicWeb(fixture, {
      "shop.test": (redirect) => ({
        "/a": redirect(302, "b?x=1"),
        "/b?x=1": redirect(301, "http://shop.test/c#part"),
      }),
    });
    const response = await outbound.fetch("http://shop.test/a#top");
    assert.deepEqual(
      [response.status, response.url, (await parseEcho(response)).url],
      [200, "http://shop.test/c", "/c"],
    );
  }),

  check("follows five redirects and rejects the sixth", async (fixture) => {
    const steps = (redirect: RedirectRoute) =>
      Object.fromEntries(
        [0, 1, 2, 3, 4, 5].map((index) => [`/${index}`, redirect(302, `/${index + 1}`)]),
      );
    const outbound = await startPublicWeb(fixture, { "shop.test": steps });
    assert.equal((await parseEcho(await outbound.fetch("http://shop.test/1"))).url, "/6");
    assert.equal(await failureCode(outbound.fetch("http://shop.test/0")), "too_many_redirects");
    assert.equal(
      await failureCode(outbound.fetch("http://shop.test/4", { redirects: 1 })),
      "too_many_redirects",
    );
  }),

  check(
    "returns the redirect itself if `redirects` is 0 or it has no Location",
    async (fixture) => {
      const outbound = await startPublicWeb(fixture, {
        "shop.test": (redirect) => ({
          "/a": redirect(302, "http://127.0.0.1/"),
          "/b": redirect(302),
        }),
      });
      const response = await outbound.fetch("http://shop.test/a", { redirects: 0 });
      assert.deepEqual(
        [response.status, response.headers.get("Location"), response.url],
        [302, "http://127.0.0.1/", "http://shop.test/a"],
      );
      assert.equal((await outbound.fetch("http://shop.test/b")).status, 302);
    },
  ),

  check("rejects redirects to blocked URLs and addresses", async (fixture) => {
    const canary = await fixture.http((_request, response) => response.end("secret"));
    const cases: [string, string][] = [
      [`http://127.0.0.1:${canary.port}/`, "blocked_address"],
      [`http://2130706433:${canary.port}/`, "blocked_address"],
      [`//[::ffff:127.0.0.1]:${canary.port}/`, "blocked_address"],
      ["http://169.254.169.254/latest/meta-data/", "blocked_address"],
      ["http://inside.test/", "blocked_address"],
      ["http://nowhere.test/", "unresolvable"],
      ["http://shop.test:25/", "blocked_url"],
      ["http://user:word@shop.test/", "blocked_url"],
      ["file:///etc/passwd", "blocked_url"],
      ["gopher://shop.test/", "blocked_url"],
      ["data:text/plain,x", "blocked_url"],
      ["http://[", "blocked_url"],
    ];
    const outbound = await startPublicWeb(fixture, {
      "shop.test": (redirect) =>
        Object.fromEntries(cases.map(([url], index) => [`/${index}`, redirect(307, url)])),
    });
    for (const [index, [url, code]] of cases.entries())
      assert.equal(await failureCode(outbound.fetch(`http://shop.test/${index}`)), code, url);
    assert.equal(canary.connections(), 0);
  }),

  check("rejects a redirect from https to http", async (fixture) => {
    const outbound = await startPublicWeb(
      fixture,
      { "shop.test": () => ({}) },
      {
        secureSite: (redirect) => ({
          "/a": redirect(302, "http://shop.test/"),
          "/b": redirect(302, "/c"),
        }),
      },
    );
    assert.equal(await failureCode(outbound.fetch("https://site.test/a")), "blocked_url");
    assert.equal((await outbound.fetch("https://site.test/b")).url, "https://site.test/c");
  }),

  check("rejects a redirect to another host, scheme or port with `sameOrigin`", async (fixture) => {
    const cases = [
      "http://other.test/",
      "https://shop.test/",
      "http://shop.test:8080/",
      "http://www.shop.test/",
    ];
    const outbound = await startPublicWeb(fixture, {
      "shop.test": (redirect) => ({
        ...Object.fromEntries(cases.map((url, index) => [`/${index}`, redirect(308, url)])),
        "/in": redirect(308, "/x"),
      }),
    });
    for (const [index, url] of cases.entries())
      assert.equal(
        await failureCode(outbound.fetch(`http://shop.test/${index}`, { sameOrigin: true })),
        "left_origin",
        url,
      );
    assert.equal(
      (await outbound.fetch("http://shop.test/in", { sameOrigin: true })).url,
      "http://shop.test/x",
    );
  }),

  check("sends only safe headers to another origin and after a redirect back", async (fixture) => {
    const secrets = [
      "Authorization",
      "Cookie",
      "Proxy-Authorization",
      "X-Api-Key",
      "Private-Token",
      "DPoP",
      "X-Shop-Access-Token",
      "Signature",
      "Referer",
      "Origin",
    ];
    const headers = {
      ...Object.fromEntries(secrets.map((name) => [name, "hunter2"])),
      Accept: "text/plain",
      "User-Agent": "me",
    };
    const outbound = await startPublicWeb(fixture, {
      "shop.test": (redirect) => ({
        "/same": redirect(302, "/x"),
        "/port": redirect(302, "http://shop.test:8080/x"),
        "/host": redirect(302, "http://other.test/x"),
        "/back": redirect(302, "http://other.test/back"),
      }),
      "other.test": (redirect) => ({ "/back": redirect(302, "http://shop.test/x") }),
    });
    const same = await parseEcho(await outbound.fetch("http://shop.test/same", { headers }));
    for (const name of secrets) assert.equal(same.headers[name.toLowerCase()], "hunter2");
    for (const path of ["port", "host", "back"]) {
      const echo = await parseEcho(await outbound.fetch(`http://shop.test/${path}`, { headers }));
      assert.deepEqual(
        Object.values(echo.headers).filter((value) => value === "hunter2"),
        [],
        path,
      );
      assert.deepEqual([echo.headers["accept"], echo.headers["user-agent"]], ["text/plain", "me"]);
    }
  }),

  check("changes methods and bodies as the Fetch standard requires", async (fixture) => {
    const statuses = [301, 302, 303, 307, 308];
    const outbound = await startPublicWeb(fixture, {
      "shop.test": (redirect) =>
        Object.fromEntries(statuses.map((status) => [`/${status}`, redirect(status, "/x")])),
    });
    const requests: string[] = [];
    for (const method of ["POST", "PUT", "DELETE", "HEAD"]) {
      for (const status of statuses) {
        const response = await outbound.fetch(`http://shop.test/${status}`, {
          method,
          headers: { "content-type": "text/x" },
          ...(method === "POST" || method === "PUT" ? { body: "né" } : {}),
        });
        const echo: EchoedRequest =
          method === "HEAD"
            ? { method: response.headers.get("x-method")!, url: "", headers: {}, body: "" }
            : await parseEcho(response);
        requests.push(
          [method, status, echo.method, echo.headers["content-type"] ?? "-", echo.body || "-"].join(
            " ",
          ),
        );
      }
    }
    assert.deepEqual(requests, [
      "POST 301 GET - -",
      "POST 302 GET - -",
      "POST 303 GET - -",
      "POST 307 POST text/x né",
      "POST 308 POST text/x né",
      "PUT 301 PUT text/x né",
      "PUT 302 PUT text/x né",
      "PUT 303 GET - -",
      "PUT 307 PUT text/x né",
      "PUT 308 PUT text/x né",
      "DELETE 301 DELETE text/x -",
      "DELETE 302 DELETE text/x -",
      "DELETE 303 GET - -",
      "DELETE 307 DELETE text/x -",
      "DELETE 308 DELETE text/x -",
      "HEAD 301 HEAD - -",
      "HEAD 302 HEAD - -",
      "HEAD 303 HEAD - -",
      "HEAD 307 HEAD - -",
      "HEAD 308 HEAD - -",
    ]);
  }),

  check("reads a UTF-8 Location and rejects two different ones", async (fixture) => {
    const one = await fixture.rawServer((socket) =>
      socket.end(
        Buffer.from(
          "HTTP/1.1 302 x\r\nLocation: http://other.test/é\r\nContent-Length: 0\r\n\r\n",
          "utf8",
        ),
      ),
    );
    const two = await fixture.rawServer(
      "HTTP/1.1 302 x\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n",
    );
    const outbound = fixture.outbound(
      fixture.publicNetwork({
        "one.test": one,
        "two.test": two,
        "other.test": await fixture.http(echoRequest),
      }),
    );
    assert.equal((await outbound.fetch("http://one.test/")).url, "http://other.test/%C3%A9");
    assert.equal(await failureCode(outbound.fetch("http://two.test/")), "bad_answer");
  }),
];
