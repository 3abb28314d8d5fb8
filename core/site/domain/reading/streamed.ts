import type { Node } from "./tree.ts";

/** Puts the late parts of a streamed page where they belong. */
export interface Streaming {
  note(node: Node): void;
  settle(): void;
}

/** How far up it is looked whether a place is inside of its own part. */
const reach = 1000;

/** Starts knowing nothing. React sends a part that is late as `<div hidden id="S:1">` for the place `<template id="B:1">`. */
export function createStreaming(): Streaming {
  const places = new Map<string, Node>();
  const parts: [string, Node][] = [];
  return {
    note(node) {
      const id = node.attributes?.id;
      if (id === undefined || id.charCodeAt(1) !== 58) return;
      if (node.tag.name === "template" && id.startsWith("B:")) places.set(id.slice(2), node);
      else if (node.attributes!.hidden !== undefined && id.startsWith("S:"))
        parts.push([id.slice(2), node]);
    },
    settle() {
      for (const [id, part] of parts) {
        const place = places.get(id);
        if (!place || !isOutside(place, part)) continue;
        places.delete(id);
        place.hidden = false;
        place.first = part.first;
        place.last = part.last;
        part.first = part.last = undefined;
        for (let child = place.first; child; child = child.next) child.parent = place;
      }
    },
  };
}

function isOutside(place: Node, part: Node): boolean {
  let up: Node | undefined = place;
  for (let steps = 0; up && steps < reach; steps++, up = up.parent) if (up === part) return false;
  return up === undefined;
}
