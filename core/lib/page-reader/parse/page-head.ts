import { removeInvisible } from "../hide/invisible.ts";
import { type PageDates, readDate } from "./page-dates.ts";
import { type Attributes, scanHtml } from "./scan-html.ts";

/** The metadata in a page's head. */
export interface PageHead extends PageDates {
  title: string;
  /** og:title. */
  socialTitle?: string;
  description?: string;
  language?: string;
  /** The href of the first `<base>`, as written. */
  base?: string;
  /** The href of the first `<link rel="canonical">`, as written. */
  canonical?: string;
  /** The name of the reading robot, in lower case, to which a page may give directives of its own. */
  readonly robot?: string | undefined;
  /** The directives for robots, separated by commas. */
  robots?: string;
}

const LANGUAGE_TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i;

/** Reads one element of the head, or `<html>`, into `head`. */
export function readHeadElement(head: PageHead, name: string, attributes: Attributes): void {
  if (name === "html") {
    const language = attributes.lang?.trim().replace("_", "-");
    if (language && LANGUAGE_TAG.test(language)) head.language ??= language;
  } else if (name === "base") {
    if (attributes.href) head.base ??= attributes.href;
  } else if (name === "link") {
    if (attributes.href && /(?:^|\s)canonical(?:\s|$)/i.test(attributes.rel ?? ""))
      head.canonical ??= attributes.href;
  } else if (name === "time") {
    readDate(head, attributes.itemprop ?? "", attributes.datetime ?? "");
  } else if (name === "meta") {
    const content = attributes.content;
    if (!content) return;
    const key = (
      attributes.name ??
      attributes.property ??
      attributes["http-equiv"] ??
      ""
    ).toLowerCase();
    readDate(head, key || (attributes.itemprop ?? ""), content);
    if (key === "description") head.description = toOneLine(content);
    else if (key === "og:description") head.description ??= toOneLine(content);
    else if (key === "robots" || key === head.robot)
      head.robots = head.robots === undefined ? content : `${head.robots}, ${content}`;
    else if (key === "og:title") head.socialTitle ??= toOneLine(content);
    else if (key === "content-language" && LANGUAGE_TAG.test(content.trim()))
      head.language ??= content.trim();
  }
}

/**
 * Joins a text into one line without invisible characters. Returns undefined if nothing is left.
 */
export function toOneLine(text: string): string | undefined {
  return removeInvisible(text).replace(/\s+/g, " ").trim() || undefined;
}

/**
 * The title and description of a page. Reading stops at the end of the head, or at the end of the
 * first `<h1>` if the head has no title.
 */
export function describeHtml(html: string): { title?: string; description?: string } {
  const head: PageHead = { title: "" };
  let heading: string | undefined;
  let inTitle = false;
  let foreign = 0;
  const hasTitle = () => head.title.trim() !== "" || head.socialTitle !== undefined;
  scanHtml(html, {
    isForeign: () => foreign > 0,
    open(name, attributes) {
      if (name === "svg") foreign++;
      else if (name === "title" && foreign === 0) inTitle = !hasTitle();
      else if (name === "h1") heading ??= "";
      else if (attributes) readHeadElement(head, name, attributes);
      return name === "body" && hasTitle() ? "stop" : undefined;
    },
    text(text) {
      if (inTitle) head.title += text;
      else if (heading !== undefined) heading += text;
    },
    close(name) {
      if (name === "title") inTitle = false;
      else if (name === "svg") foreign = 0;
      return (name === "head" && hasTitle()) || name === "h1" ? "stop" : undefined;
    },
  });
  const title = toOneLine(head.title) ?? head.socialTitle ?? toOneLine(heading ?? "");
  return { ...(title && { title }), ...(head.description && { description: head.description }) };
}
