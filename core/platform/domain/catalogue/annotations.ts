import type { Annotations } from "../../../ports/apps.ts";
import { DESTROYING, READING, WRITING } from "./words.ts";

/** What calling a tool does, by its method and the words of its name without the app: a guess on the safe side. */
export function annotationsOf(method: string, name: string): Annotations {
  const words = name.split("_");
  const first = words[0]!;
  const destroys = words.some((word) => DESTROYING.has(word));
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") {
    // Some services have calls that change something and are made with GET.
    const changes =
      WRITING.has(first) ||
      DESTROYING.has(first) ||
      (DESTROYING.has(words.at(-1)!) && !READING.has(first));
    return {
      readOnly: !changes,
      destructive: changes && destroys,
      idempotent: !changes,
      openWorld: true,
    };
  }
  if (method === "POST") {
    const reads =
      !destroys &&
      (READING.has(first) || READING.has(words.at(-1)!)) &&
      !words.some((word) => WRITING.has(word));
    return { readOnly: reads, destructive: destroys, idempotent: reads, openWorld: true };
  }
  return {
    readOnly: false,
    destructive: method === "DELETE" || method === "PUT" || destroys,
    idempotent: method !== "PATCH",
    openWorld: true,
  };
}
