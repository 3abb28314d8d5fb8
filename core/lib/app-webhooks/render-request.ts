import type { HttpBinding } from "../openapi-tools/index.ts";
import type { SubscriptionRequest } from "./app-webhooks.ts";

/** The values of templates, by name. */
export type TemplateValues = Readonly<Record<string, unknown>>;

/** A request to an app, as a tool's binding and its arguments. */
interface RenderedRequest {
  readonly binding: HttpBinding;
  readonly args: Readonly<Record<string, unknown>>;
}

const WHOLE = /^\$\{(\w+)\}$/;
const PART = /\$\{(\w+)\}/g;
const BODY = "body";

/**
 * Renders a template. A text that is one `${name}` becomes the value with its type. Members whose
 * value is unknown are left out.
 */
export function renderTemplate(template: unknown, values: TemplateValues): unknown {
  if (typeof template === "string") {
    const whole = WHOLE.exec(template)?.[1];
    if (whole !== undefined) return values[whole];
    return template.replaceAll(PART, (_, name: string) => String(values[name] ?? ""));
  }
  if (Array.isArray(template)) return template.map((each) => renderTemplate(each, values));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, member]) => {
      const rendered = renderTemplate(member, values);
      return rendered === undefined ? [] : [[name, rendered]];
    }),
  );
}

/** Renders a request. */
export function renderRequest(
  { method, path, query = {}, body, format = "json" }: SubscriptionRequest,
  values: TemplateValues,
): RenderedRequest {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const inQuery = Object.entries(query);
  return {
    binding: {
      method,
      path,
      slots: [
        ...inPath.map((name) => ({ argument: name, in: "path" as const, name, style: "simple" })),
        ...inQuery.map(([name]) => ({
          argument: `query ${name}`,
          in: "query" as const,
          name,
          style: "form",
        })),
        ...(body ? [{ argument: BODY, in: "body" as const, name: BODY, style: "" }] : []),
      ],
      ...(body && {
        body: {
          type: format === "json" ? "application/json" : "application/x-www-form-urlencoded",
          argument: BODY,
        },
      }),
    },
    args: {
      ...Object.fromEntries(inPath.map((name) => [name, values[name]])),
      ...Object.fromEntries(
        inQuery.map(([name, template]) => [`query ${name}`, renderTemplate(template, values)]),
      ),
      ...(body && { [BODY]: renderTemplate(body, values) }),
    },
  };
}
