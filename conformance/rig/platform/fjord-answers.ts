import type { ServerResponse } from "node:http";
import { type ReceivedRequest, respondJson, type UpstreamHandler } from "./running.ts";

/** How long a remark is that is longer than what is asked for of it. */
export const LONG_REMARK = "A remark. ".repeat(500);

/** A remark that is no text. */
export const PICTURE_REMARK = Buffer.from("89504e470d0a1a0a0000000d49484452fffe", "hex");

const FAILURE_HANDLERS: Readonly<Record<string, UpstreamHandler>> = {
  missing: respondJson({ message: "There is no such remark" }, 404),
  wrong: respondJson({ error: { message: "A remark has a number" } }, 400),
  broken: respondJson({ message: "The fjord is frozen" }, 500),
  busy: respondJson({ message: "Come again" }, 429, { "retry-after": "120" }),
  stranger: respondJson({ message: "Who are you" }, 401),
  forbidden: respondJson({ message: "Not yours" }, 403, {
    "www-authenticate": 'Bearer error="insufficient_scope", scope="remarks admin"',
  }),
};

/** What the app called Fjord answers. A remark's id says what comes: `missing`, `busy`, `long` and so on; any other is there. */
export function createFjordHandler(): UpstreamHandler {
  let tokens = 0;
  const counts = new Map<string, number>();
  const held = new Map<string, () => void>();

  const remark = (id: string, received: ReceivedRequest, response: ServerResponse): unknown => {
    const refusal = FAILURE_HANDLERS[id];
    if (refusal) return refusal(received, response);
    if (id === "long")
      return response
        .writeHead(200, { "content-type": "text/plain; charset=utf-8" })
        .end(LONG_REMARK);
    if (id === "picture")
      return response.writeHead(200, { "content-type": "image/png" }).end(PICTURE_REMARK);
    if (id === "elsewhere")
      return response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    if (id === "gone") return response.destroy();
    if (id === "mirror")
      return respondJson({ seen: received.headers["authorization"] }, 200, {
        "x-seen": received.headers["authorization"] ?? "",
      })(received, response);
    return respondJson({ id, text: "It hums" })(received, response);
  };

  const createRemark = (received: ReceivedRequest, response: ServerResponse): unknown => {
    const { text } = JSON.parse(received.body) as { text: string };
    const [word, name = ""] = text.split(" ", 2) as [string, string?];
    counts.set(text, (counts.get(text) ?? 0) + 1);
    const done = () => respondJson({ text, times: counts.get(text) }, 201)(received, response);
    if (word === "cut") return response.destroy();
    if (word === "away") return response.writeHead(302, { location: "/elsewhere" }).end();
    if (word === "refused") return respondJson({ message: `Not ${text}` }, 422)(received, response);
    if (word === "release") held.get(name)?.();
    if (word !== "held") return done();
    // Never for ever, if whoever asked does not come back.
    const timer = setTimeout(done, 20_000).unref();
    return held.set(name, () => (clearTimeout(timer), held.delete(name), done()));
  };

  return (received, response) => {
    const { pathname, searchParams } = new URL(received.url, "http://fjord.example");
    if (pathname === "/token") {
      if (new URLSearchParams(received.body).get("refresh_token") === "fjord_refresh_refused")
        return respondJson(
          { error: "invalid_grant", error_description: "The fjord has dried up" },
          400,
        )(received, response);
      return respondJson({
        access_token: `fjord_token_${++tokens}`,
        refresh_token: `fjord_refresh_${tokens}`,
        token_type: "Bearer",
        expires_in: 3600,
      })(received, response);
    }
    if (pathname === "/remarks" && received.method === "POST")
      return createRemark(received, response);
    if (pathname === "/remarks") {
      const page = Number(searchParams.get("page") ?? "1");
      return respondJson(
        { remarks: [page] },
        200,
        page < 2
          ? { link: `<http://${received.headers.host}/remarks?page=${page + 1}>; rel="next"` }
          : {},
      )(received, response);
    }
    return remark(decodeURIComponent(pathname.replace("/remarks/", "")), received, response);
  };
}
