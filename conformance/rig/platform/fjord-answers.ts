import type { ServerResponse } from "node:http";
import { answers, type Seen, type Upstream } from "./running.ts";

/** How long a remark is that is longer than what is asked for of it. */
export const LONG = "A remark. ".repeat(500);

/** A remark that is no text. */
export const PICTURE = Buffer.from("89504e470d0a1a0a0000000d49484452fffe", "hex");

const REFUSALS: Readonly<Record<string, Upstream>> = {
  missing: answers({ message: "There is no such remark" }, 404),
  wrong: answers({ error: { message: "A remark has a number" } }, 400),
  broken: answers({ message: "The fjord is frozen" }, 500),
  busy: answers({ message: "Come again" }, 429, { "retry-after": "120" }),
  stranger: answers({ message: "Who are you" }, 401),
  forbidden: answers({ message: "Not yours" }, 403, {
    "www-authenticate": 'Bearer error="insufficient_scope", scope="remarks admin"',
  }),
};

/** What the app called Fjord answers. A remark's id says what comes: `missing`, `busy`, `long` and so on; any other is there. */
export function fjordAnswers(): Upstream {
  let tokens = 0;
  const counts = new Map<string, number>();
  const held = new Map<string, () => void>();

  const remark = (id: string, seen: Seen, response: ServerResponse): unknown => {
    const refusal = REFUSALS[id];
    if (refusal) return refusal(seen, response);
    if (id === "long")
      return response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(LONG);
    if (id === "picture")
      return response.writeHead(200, { "content-type": "image/png" }).end(PICTURE);
    if (id === "elsewhere")
      return response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    if (id === "gone") return response.destroy();
    if (id === "mirror")
      return answers({ seen: seen.headers["authorization"] }, 200, {
        "x-seen": seen.headers["authorization"] ?? "",
      })(seen, response);
    return answers({ id, text: "It hums" })(seen, response);
  };

  const made = (seen: Seen, response: ServerResponse): unknown => {
    const { text } = JSON.parse(seen.body) as { text: string };
    const [word, name = ""] = text.split(" ", 2) as [string, string?];
    counts.set(text, (counts.get(text) ?? 0) + 1);
    const done = () => answers({ text, times: counts.get(text) }, 201)(seen, response);
    if (word === "cut") return response.destroy();
    if (word === "away") return response.writeHead(302, { location: "/elsewhere" }).end();
    if (word === "refused") return answers({ message: `Not ${text}` }, 422)(seen, response);
    if (word === "release") held.get(name)?.();
    if (word !== "held") return done();
    // Never for ever, if whoever asked does not come back.
    const timer = setTimeout(done, 20_000).unref();
    return held.set(name, () => (clearTimeout(timer), held.delete(name), done()));
  };

  return (seen, response) => {
    const { pathname, searchParams } = new URL(seen.url, "http://fjord.example");
    if (pathname === "/token") {
      if (new URLSearchParams(seen.body).get("refresh_token") === "fjord_refresh_refused")
        return answers(
          { error: "invalid_grant", error_description: "The fjord has dried up" },
          400,
        )(seen, response);
      return answers({
        access_token: `fjord_token_${++tokens}`,
        refresh_token: `fjord_refresh_${tokens}`,
        token_type: "Bearer",
        expires_in: 3600,
      })(seen, response);
    }
    if (pathname === "/remarks" && seen.method === "POST") return made(seen, response);
    if (pathname === "/remarks") {
      const page = Number(searchParams.get("page") ?? "1");
      return answers(
        { remarks: [page] },
        200,
        page < 2
          ? { link: `<http://${seen.headers.host}/remarks?page=${page + 1}>; rel="next"` }
          : {},
      )(seen, response);
    }
    return remark(decodeURIComponent(pathname.replace("/remarks/", "")), seen, response);
  };
}
