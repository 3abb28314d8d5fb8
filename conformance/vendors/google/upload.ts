import type { WireRequest } from "../compare.ts";

/**
 * A request with the multipart body of an upload as JSON: the media type and the text of each part.
 * The client and the tools separate parts in different ways.
 */
export function normalizeUpload(request: WireRequest): WireRequest {
  const type = request.headers["content-type"] ?? "";
  const boundary = /^multipart\/related;\s*boundary=(.*)$/.exec(type)?.[1];
  if (boundary === undefined) return request;
  const parts = request.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = "", ...texts] = part.trimStart().split("\r\n\r\n");
      const media = head.replace(/^content-type: /i, "").replace(/; charset=UTF-8$/i, "");
      return [media, texts.join("\r\n\r\n").trimEnd()];
    });
  return {
    ...request,
    headers: { ...request.headers, "content-type": "multipart/related" },
    body: JSON.stringify(parts),
  };
}
