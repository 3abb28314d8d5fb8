import type { WireRequest } from "../compare.ts";
import type { PublishedExample, PublishedExamples } from "./published-examples.ts";

const FORM = "application/x-www-form-urlencoded";

/** Returns the request of an example. The headers of the file are those of all its requests. */
export function createExampleRequest(
  { request, headers, body, form }: PublishedExample,
  file: Pick<PublishedExamples, "headers" | "user">,
): WireRequest {
  const [method = "", url = ""] = request.split(" ");
  const content = encodeBody(body, form);
  return {
    method,
    url,
    headers: {
      ...(file.user === undefined ? {} : { authorization: `Basic ${btoa(file.user)}` }),
      ...(content.type === undefined ? {} : { "content-type": content.type }),
      ...file.headers,
      ...headers,
    },
    body: content.text,
  };
}

function encodeBody(
  body: unknown,
  form: Readonly<Record<string, string>> | undefined,
): { readonly type?: string; readonly text: string } {
  if (form !== undefined) return { type: FORM, text: new URLSearchParams(form).toString() };
  if (body === undefined) return { text: "" };
  return typeof body === "string"
    ? { text: body }
    : { type: "application/json", text: JSON.stringify(body) };
}
