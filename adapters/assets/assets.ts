import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Asset, Assets } from "../../core/ports/assets.ts";

/** Reads the files that pages load. */
export const readAssets = (): Assets => ({
  signInScript: readAsset(new URL("./sign-in.mjs", import.meta.url), "text/javascript"),
});

function readAsset(url: URL, mediaType: string): Asset {
  const body = readFileSync(url, "utf8");
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 16);
  const name = url.pathname.split("/").at(-1)!;
  return { path: `/assets/${digest}/${name}`, mediaType, body };
}
