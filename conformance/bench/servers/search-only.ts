import { listenBare } from "./bare.ts";
import type { StartServer } from "./listen.ts";
import { search } from "./site.ts";

const INPUT = { q: "loudness targets", limit: 5 };

/**
 * The bare server with the measured search and its serialization, but without looking at the
 * request. The variant `mcp` reads the request body and sends the search as a tool result.
 */
export const startSearchOnly: StartServer = (variant, { body, ...recorded }) => {
  const isMcp = variant === "mcp";
  const wrap = isMcp ? createToolReply(body) : (json: string) => json;
  return listenBare({
    ...recorded,
    readsBody: isMcp,
    createBody() {
      const result = search(INPUT);
      return result instanceof Promise
        ? result.then((value) => wrap(JSON.stringify(value)))
        : wrap(JSON.stringify(result));
    },
  });
};

/** Returns a function that replaces the tool result in a reply of Jackfield. */
function createToolReply(recordedBody: string): (json: string) => string {
  const marker = '"content":[';
  const [prefix] = recordedBody.split(marker);
  const { result } = JSON.parse(recordedBody) as { result: { _meta?: unknown } };
  const suffix = result._meta ? `,"_meta":${JSON.stringify(result._meta)}}}` : "}}";
  return (json) =>
    `${prefix}${marker}{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}${suffix}`;
}
