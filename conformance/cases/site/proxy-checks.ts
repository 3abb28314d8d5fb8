import { createHash } from "node:crypto";
import type { TestResponse } from "../../targets/target.ts";

/** Parses the response of the upstream's echo path: the request that reached the upstream. */
export const parseUpstreamRequest = ({ text }: TestResponse) =>
  JSON.parse(text) as {
    method: string;
    url: string;
    headers: Record<string, string>;
    length: number;
    hash: string;
  };

/** Returns the SHA-256 digest of a body in hex. */
export const sha256Hex = (body: string | Uint8Array) =>
  createHash("sha256").update(body).digest("hex");
