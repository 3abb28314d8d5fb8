import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { BASE_STYLE } from "../../core/lib/html-page/index.ts";
import type { Asset, Assets } from "../../core/ports/assets.ts";

/** Reads the files that pages load. */
export const readAssets = (): Assets => ({
  stylesheet: createAsset("account.css", "text/css", `${BASE_STYLE}\n${readText("account.css")}`),
  signInScript: createScript("sign-in.mjs"),
  accountScript: createScript("account.mjs"),
  activityScript: createScript("activity.mjs"),
});

const readText = (name: string): string =>
  readFileSync(new URL(`./${name}`, import.meta.url), "utf8");

const createScript = (name: string): Asset => createAsset(name, "text/javascript", readText(name));

function createAsset(name: string, mediaType: string, body: string): Asset {
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 16);
  return { path: `/assets/${digest}/${name}`, mediaType, body, gzip: gzipSync(body) };
}
