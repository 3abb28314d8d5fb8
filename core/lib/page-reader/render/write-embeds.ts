import { isHidden, isOffScreen } from "../hide/hidden.ts";
import { removeInvisible } from "../hide/invisible.ts";
import type { HtmlNode } from "../parse/tree.ts";
import { flush, type RenderContext } from "./render-context.ts";

const PLAYER =
  /^https?:\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com\/embed|vimeo\.com|dailymotion\.com|wistia\.(?:com|net)|loom\.com|spotify\.com|soundcloud\.com|codepen\.io|codesandbox\.io)\//;
const YOUTUBE = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{11})(?:[?#]|$)/;
const VIMEO = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)(?:[?#]|$)/;

/** Writes a visible video, recording or embedded player as a link. */
export function writeEmbed(context: RenderContext, node: HtmlNode): void {
  const { tag } = node;
  const attributes = node.attributes ?? {};
  if (tag.name !== "iframe" && tag.name !== "video" && tag.name !== "audio") return;
  if (node.dropped || isHidden(attributes) || isOffScreen(attributes)) return;
  // A video that plays by itself decorates the page.
  if (attributes.autoplay !== undefined) return;
  const source = attributes.src || attributes["data-src"] || childSource(node);
  const url = source && context.resolver.image(source);
  if (!url || (tag.name === "iframe" && !PLAYER.test(url))) return;
  const title = removeInvisible(attributes.title ?? "")
    .replace(/\s+/g, " ")
    .trim();
  const markup = context.dialect.embed(
    title || (tag.name === "audio" ? "Audio" : "Video"),
    watchUrl(url),
  );
  if (markup === "") return;
  const { line, isCell, inline } = context.buffer;
  const isBlock = !line && !isCell && inline.link() === "";
  if (isBlock) flush(context);
  inline.addMarkup(markup);
  if (isBlock) flush(context);
}

function childSource({ firstChild }: HtmlNode): string | undefined {
  let child = firstChild;
  for (let steps = 0; child && steps < 20; steps++, child = child.nextSibling)
    if (child.tag.name === "source" && child.attributes?.src) return child.attributes.src;
  return undefined;
}

/** The page on which people watch an embedded video. */
function watchUrl(url: string): string {
  const youtube = YOUTUBE.exec(url)?.[1];
  if (youtube !== undefined && youtube !== "videoseries")
    return `https://www.youtube.com/watch?v=${youtube}`;
  const vimeo = VIMEO.exec(url)?.[1];
  return vimeo === undefined ? url : `https://vimeo.com/${vimeo}`;
}
