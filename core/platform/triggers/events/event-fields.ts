import type { ExpressionError } from "../../../lib/expressions/index.ts";
import type { EventView } from "./event-view.ts";

/** What expressions read of an event. */
const FIELDS: Readonly<Record<keyof EventView, true>> = {
  id: true,
  type: true,
  source: true,
  subject: true,
  time: true,
  trigger: true,
  app: true,
  connection: true,
  user: true,
  verified: true,
  data: true,
};

const TEXT_LITERAL = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g;
const FIELD = /(?<![\w.])event\??\.([A-Za-z_]\w*)/g;

/**
 * Returns why an expression fails for every event: it reads a field that no event has. The fields of
 * `event.data` differ, so they aren't checked.
 */
export function findUnknownField(expression: string): ExpressionError | undefined {
  // Texts keep their length, so that places stay the same.
  const code = expression.replaceAll(TEXT_LITERAL, (text) => " ".repeat(text.length));
  for (const { 1: name = "", index } of code.matchAll(FIELD)) {
    if (Object.hasOwn(FIELDS, name)) continue;
    return {
      pointer: "",
      rule: "type",
      message: `Events have no "event.${name}". Did you mean event.data.${name}?`,
      start: index,
      end: index + "event.".length + name.length,
    };
  }
  return undefined;
}

/** The same for the expressions in the texts of a template. `$${` isn't an expression. */
export function findUnknownTemplateField(
  template: unknown,
  pointer = "",
): ExpressionError | undefined {
  if (typeof template === "string") {
    for (const [, expression = ""] of template.matchAll(/(?<!\$)\$\{([^}]*)\}/g)) {
      const error = findUnknownField(expression);
      if (error) return { ...error, pointer, start: undefined, end: undefined };
    }
    return undefined;
  }
  if (typeof template !== "object" || template === null) return undefined;
  for (const [name, child] of Object.entries(template)) {
    const token = name.replaceAll("~", "~0").replaceAll("/", "~1");
    const error = findUnknownTemplateField(child, `${pointer}/${token}`);
    if (error) return error;
  }
  return undefined;
}
