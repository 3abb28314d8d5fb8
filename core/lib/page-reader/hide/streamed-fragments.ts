import type { HtmlNode } from "../parse/tree.ts";

/** Moves the late fragments of a streamed page to their placeholders. */
interface StreamedFragments {
  observe(node: HtmlNode): void;
  /** Moves the fragments. Call it when the whole page is parsed. */
  finish(): void;
}

/** How many ancestors are searched to detect a placeholder inside its own fragment. */
const MAX_STEPS = 1000;

const COLON = 58;

/**
 * React sends a late fragment as `<div hidden id="S:1">`.
 * It replaces the placeholder `<template id="B:1">`.
 */
export function createStreamedFragments(): StreamedFragments {
  const placeholders = new Map<string, HtmlNode>();
  const fragments: [string, HtmlNode][] = [];
  return {
    observe(node) {
      const id = node.attributes?.id;
      if (id === undefined || id.charCodeAt(1) !== COLON) return;
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
        fragment.firstChild = undefined;
        fragment.lastChild = undefined;
        for (let child = placeholder.firstChild; child; child = child.nextSibling)
          child.parent = placeholder;
      }
    },
  };
}

function isOutside(placeholder: HtmlNode, fragment: HtmlNode): boolean {
  let up: HtmlNode | undefined = placeholder;
  for (let steps = 0; up && steps < MAX_STEPS; steps++, up = up.parent)
    if (up === fragment) return false;
  return up === undefined;
}
