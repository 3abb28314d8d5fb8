import { listAt, objectAt, textAt } from "../../../kit/json/json-access.ts";
import type { AppRecord, AuthMethod } from "../../app.ts";
import type { CompileOptions } from "../compile-options.ts";
import type { ParsedDocument } from "../documents/parsed-document.ts";
import { toPlainText } from "../documents/plain-text.ts";
import { readTitle, readVendor } from "../names/title.ts";

/**
 * Builds an app's record, with a tool count of 0, and the app-level text that tool search indexes.
 */
export function createAppRecord(
  first: ParsedDocument,
  documents: readonly ParsedDocument[],
  methods: readonly AuthMethod[],
  options: CompileOptions,
) {
  const { overlay, slug } = options;
  const info = objectAt(first.document, "info");
  const name = overlay?.name ?? readTitle(first.document);
  const vendor = overlay?.vendor ?? readVendor(first.document, first.base.base);
  const categories =
    overlay?.categories ??
    listAt(info, "x-apisguru-categories")
      .filter((category): category is string => typeof category === "string")
      .slice(0, 4);
  const website = overlay?.website ?? httpsUrl(textAt(objectAt(info, "contact"), "url"));
  const docs = overlay?.docs ?? httpsUrl(textAt(objectAt(first.document, "externalDocs"), "url"));
  const icon = httpsUrl(textAt(objectAt(info, "x-logo"), "url"));
  // Without a base URL, the fields of the overlay are those of `fixedArguments`.
  const fields = new Map(
    [...documents.flatMap(({ base }) => base.baseFields), ...(overlay?.baseFields ?? [])].map(
      (field) => [field.name, field],
    ),
  );
  const record: AppRecord = {
    slug,
    name,
    description: toPlainText(overlay?.description ?? textAt(info, "description") ?? name),
    vendor,
    categories,
    kind: "http",
    auth: [...new Set(methods.map(({ type }) => type))],
    ...(overlay?.aliases && overlay.aliases.length > 0 && { aliases: overlay.aliases }),
    ...(website && { website }),
    ...(icon && { icon }),
    tools: 0,
    verified: overlay?.reviewed ? "reviewed" : "unverified",
    methods,
    base: first.base.base,
    baseFields: [...fields.values()],
    ...(overlay?.headers && { headers: overlay.headers }),
    ...(docs && { docs }),
    ...(overlay?.idempotencyHeader && { idempotencyHeader: overlay.idempotencyHeader }),
    ...(overlay?.refusals && { refusals: overlay.refusals }),
    ...(overlay?.context && { context: overlay.context }),
    source: first.source,
  };
  const app = { app: [name, vendor, ...(overlay?.aliases ?? [])], categories };
  return { record, app };
}

const httpsUrl = (text: string | undefined) =>
  text && URL.parse(text)?.protocol === "https:" && text.length < 500 ? text : undefined;
