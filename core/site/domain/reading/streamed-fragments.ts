import type { HtmlNode } from "./tree.ts";

/** Puts the late parts of a streamed page where they belong. */
export interface StreamedFragments {
  observe(node: HtmlNode): void;
  finish(): void;
}

/** How far up it is looked whether a place is inside of its own part. */
const maxSteps = 1000;

/** Starts knowing nothing. React sends a part that is late as `<div hidden id="S:1">` for the place `<template id="B:1">`. */
export function createStreamedFragments(): StreamedFragments {
  const placeholders = new Map<string, HtmlNode>();
  const fragments: [string, HtmlNode][] = [];
  return {
    observe(node) {
      const id = node.attributes?.id;
      if (id === undefined || id.charCodeAt(1) !== 58) return;
      if (node.tag.name === "template" && id.startsWith("B:")) placeholders.set(id.slice(2), node);
      else if (node.attributes!.hidden !== undefined && id.startsWith("S:"))
        fragments.push([id.slice(2), node]);
    },
    finish() {
      for (const [id, fragment] of fragments) {
        const placeholder = placeholders.get(id);
        if (!placeholder || !isOutside(placeholder, fragment)) continue;
        placeholders.delete(id);
        placeholder.hidden = false;
        placeholder.firstChild = fragment.firstChild;
        placeholder.lastChild = fragment.lastChild;
        fragment.firstChild = fragment.lastChild = undefined;
        for (let child = placeholder.firstChild; child; child = child.nextSibling)
          child.parent = placeholder;
      }
    },
  };
}

function isOutside(placeholder: HtmlNode, fragment: HtmlNode): boolean {
  let up: HtmlNode | undefined = placeholder;
  for (let steps = 0; up && steps < maxSteps; steps++, up = up.parent)
    if (up === fragment) return false;
  return up === undefined;
}
