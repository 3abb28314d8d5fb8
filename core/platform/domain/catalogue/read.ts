import { baseOf, enteredBase, type Base } from "./base.ts";
import type { CompiledApp, Refused } from "./compiled.ts";
import { cardOf } from "./card.ts";
import { isObject, listAt, objectAt, own, textAt } from "./document.ts";
import { keyMethodOf } from "./key-parameters.ts";
import { looksOpen, operationsOf, type Operation } from "./operations.ts";
import type { AppOverlay } from "./overlay.ts";
import { plain } from "./plain.ts";
import type { AppRecord, AuthMethod, Source } from "../../../ports/apps.ts";
import { notes as newNotes, type Notes } from "./report.ts";
import { schemaReader, type Definitions, type SchemaReader } from "./schema.ts";
import { withDefaultScopes } from "./scopes.ts";
import { requirementsOf, securityOf, type Requirement, type Security, type TokenEndpoint } from "./security.ts";
import { closureOf } from "./self-contained.ts";
import { parametersOf, swaggerServers } from "./swagger.ts";
import { documentOf, toolOf, versionOf, wordless, type Draft } from "./tool.ts";
import { baseName, toolNames } from "./tool-name.ts";
import { titleOf, vendorOf } from "./title.ts";
import { spoken } from "./words.ts";

/** A parsed OpenAPI or Swagger document, and where it is from. */
export interface OpenDocument {
  readonly document: unknown;
  readonly source: Source;
  /** Its own address, to which its servers may be relative. */
  readonly url?: string | undefined;
}

export interface ReadOptions {
  readonly slug: string;
  /** What is known of the app otherwise, which goes first. */
  readonly overlay?: AppOverlay | undefined;
  /** For sign-ins of which a document says only half. */
  readonly tokenEndpoint?: TokenEndpoint | undefined;
  /** Whether a document's operation belongs to this app; all do by default. */
  readonly takes?: ((method: string, path: string, source: Source) => boolean) | undefined;
  /** Whether a parameter is not for callers. */
  readonly isHidden?: ((place: string, name: string) => boolean) | undefined;
  /** What a parameter always is, so that no caller gives it: the version of an API, which its document says. */
  readonly constantOf?: ((place: string, name: string, document: unknown) => string | undefined) | undefined;
  /** The scopes of each tool, instead of those that the document names. */
  readonly scopes?: readonly string[] | undefined;
  /** What the names of operations begin with besides the slug, and is left out of tools' names. */
  readonly prefixes?: readonly string[] | undefined;
  /** Whether everyone has the product at an address of their own. */
  readonly isSelfHosted?: boolean | undefined;
  /** How one signs in, where the documents do not say. */
  readonly otherwise?: readonly AuthMethod[] | undefined;
  /** What a document without any way to sign in is: refused by default, or taken as open to all. */
  readonly withoutSignIn?: "refused" | "open" | undefined;
}

/** What is read of one of an app's documents. */
interface Part extends OpenDocument {
  readonly isSwagger2: boolean;
  readonly operations: readonly Operation[];
  readonly base: Base;
  readonly security: Security;
  readonly schemas: SchemaReader;
}

/** Reads one or several documents as one app. Where two have the same operation, the first one's is taken. */
export function readApp(documents: readonly OpenDocument[], options: ReadOptions): CompiledApp | Refused {
  const notes = newNotes();
  const definitions: Definitions = new Map();
  const refuse = (refused: Refused["refused"], why: string): Refused => ({ refused, why, report: notes.report({ tools: 0, schemas: 0, methods: 0 }) });
  const parts: Part[] = [];
  let wrong: [Refused["refused"], string] = ["no_tools", "It has no operation that could be a tool."];
  const seen = new Set<string>();
  for (const document of documents) {
    const part = partOf(document, options, definitions, notes, seen);
    if ("operations" in part) parts.push(part);
    else wrong = part.wrong;
  }
  const [first] = parts;
  if (!first) return refuse(...wrong);

  const methods = methodsOf(parts, options, notes);
  if (methods.length === 0) return refuse("no_auth", "It declares no way to sign in, and something in it says that one is needed.");

  const { record, app } = recordOf(first, parts, methods, options);
  const { tools, texts } = toolsOf(parts, record, options, definitions, notes);
  const finished = tools.map(({ draft, ...rest }) => ({ ...rest, tool: { ...draft, version: versionOf(draft, (input) => closureOf(input, (name) => texts(name)).values()) } }));
  finished.sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  return {
    record: { ...record, tools: finished.length },
    tools: finished.map(({ tool }) => tool),
    definitions,
    cards: finished.map(({ tool, path, from }) => ({ ...cardOf(tool, path), ...(from !== record.source.document && { document: from }) })),
    documents: finished.map(({ tool, path, operation }) => documentOf(tool, path, operation, app)),
    from: new Set(finished.map(({ from }) => from)).size,
    report: notes.report({ tools: finished.length, schemas: definitions.size, methods: methods.length }),
  };
}

function partOf(of: OpenDocument, options: ReadOptions, definitions: Definitions, notes: Notes, seen: Set<string>): Part | { wrong: [Refused["refused"], string] } {
  const { document } = of;
  const isSwagger2 = String(own(document, "swagger") ?? "").startsWith("2");
  if (!isObject(document) || (!isSwagger2 && !/^3\./.test(String(own(document, "openapi") ?? "")))) {
    return { wrong: ["not_openapi", "It is neither OpenAPI 3 nor Swagger 2: it says neither `openapi: 3.…` nor `swagger: 2.0`."] };
  }
  const operations = operationsOf(document, notes, (method, path) => {
    const key = `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
    if (seen.has(key) || options.takes?.(method, path, of.source) === false) return false;
    seen.add(key);
    return true;
  });
  if (operations.length === 0) return { wrong: ["no_tools", "It has no operation that could be a tool."] };
  const servers = isSwagger2 ? swaggerServers(document) : listAt(document, "servers");
  const { overlay } = options;
  const base = overlay?.base !== undefined ? { base: overlay.base, baseFields: overlay.baseFields ?? [] } : options.isSelfHosted ? enteredBase(servers) : baseOf(servers, of.url);
  if ("wrong" in base) return { wrong: ["no_server", base.wrong] };
  const used = usedRequirements(document, operations);
  const security = securityOf(document, used, notes, options.tokenEndpoint);
  return { ...of, isSwagger2, operations, base, security, schemas: schemaReader(document, definitions, notes) };
}

function usedRequirements(document: unknown, operations: readonly Operation[]): Requirement[] {
  const found = new Map<string, Requirement>();
  for (const requirement of [...(requirementsOf(document) ?? []), ...operations.flatMap(({ operation }) => requirementsOf(operation) ?? [])]) {
    const key = requirement.map(([scheme]) => scheme).join(" ");
    if (key && !found.has(key) && found.size < 50) found.set(key, requirement);
  }
  return [...found.values()];
}

function methodsOf(parts: readonly Part[], options: ReadOptions, notes: Notes): AuthMethod[] {
  const overlaid = options.overlay?.methods ?? [];
  const alternatives = parts.flatMap(({ operations, document }) => operations.map(({ operation }) => (requirementsOf(operation) ?? requirementsOf(document) ?? []).map((one) => one.flatMap(([, scopes]) => scopes))));
  if (overlaid.length > 0) {
    const declared = parts.flatMap(({ security }) => security.methods).find(({ scopes }) => (scopes?.length ?? 0) > 0)?.scopes;
    return withDefaultScopes(overlaid.map((method) => (method.type === "oauth2" && !method.scopes && declared ? { ...method, scopes: declared } : method)), alternatives);
  }
  const found = new Map<string, AuthMethod>();
  for (const { security } of parts) for (const method of security.methods) if (!found.has(method.id)) found.set(method.id, method);
  if (found.size > 0) return withDefaultScopes([...found.values()], alternatives);
  if (options.otherwise) return [...options.otherwise];
  const key = keyMethodOf(parts.flatMap(({ document, operations }) => operations.map(({ item, operation, where }) => parametersOf(document, item, operation, where, notes))));
  if (key) return [key];
  const isOpen = parts.every(({ document, operations }) => usedRequirements(document, operations).length === 0 && looksOpen(document, operations));
  if (!isOpen && options.withoutSignIn !== "open") return [];
  if (!isOpen) notes.leave("security", "No way to sign in is declared that could be taken; it is treated as open to all.");
  return [{ id: "none", type: "none", fields: [], from: "document" }];
}

function recordOf(first: Part, parts: readonly Part[], methods: readonly AuthMethod[], options: ReadOptions) {
  const { overlay, slug } = options;
  const info = objectAt(first.document, "info");
  const name = overlay?.name ?? titleOf(first.document);
  const vendor = overlay?.vendor ?? vendorOf(first.document, first.base.base);
  const categories = overlay?.categories ?? listAt(info, "x-apisguru-categories").filter((one): one is string => typeof one === "string").slice(0, 4);
  const website = overlay?.website ?? httpsUrl(textAt(objectAt(info, "contact"), "url"));
  const docs = overlay?.docs ?? httpsUrl(textAt(objectAt(first.document, "externalDocs"), "url"));
  const icon = httpsUrl(textAt(objectAt(info, "x-logo"), "url"));
  const fields = new Map(parts.flatMap(({ base }) => base.baseFields).map((field) => [field.name, field]));
  const record: AppRecord = {
    slug, name,
    description: plain(overlay?.description ?? textAt(info, "description") ?? name),
    vendor, categories, kind: "http",
    auth: [...new Set(methods.map(({ type }) => type))],
    ...(overlay?.aliases && overlay.aliases.length > 0 && { aliases: overlay.aliases }),
    ...(website && { website }), ...(icon && { icon }),
    tools: 0,
    verified: overlay?.reviewed ? "reviewed" : "unverified",
    methods, base: first.base.base, baseFields: [...fields.values()],
    ...(overlay?.headers && { headers: overlay.headers }),
    ...(docs && { docs }),
    source: first.source,
  };
  const app = { app: [name, vendor, ...(overlay?.aliases ?? [])], categories };
  return { record, app };
}

const httpsUrl = (text: string | undefined) => (text && URL.parse(text)?.protocol === "https:" && text.length < 500 ? text : undefined);

function toolsOf(parts: readonly Part[], record: AppRecord, options: ReadOptions, definitions: Definitions, notes: Notes) {
  const { slug } = options;
  const named = parts.flatMap(({ operations }) => operations.map(({ method, path, operation }) => ({ method, path, operationId: textAt(operation, "operationId") })));
  const prefixes = [slug, ...(options.prefixes ?? [])];
  const names = toolNames(slug, named, prefixes);
  const isOverlaid = (options.overlay?.methods?.length ?? 0) > 0;
  const placed = new Set(record.methods.flatMap(({ placements }) => Object.values(placements ?? {}).map((place) => `${place.in} ${place.name.toLowerCase()}`)));
  const isHidden = (place: string, name: string) => placed.has(`${place} ${name.toLowerCase()}`) || options.isHidden?.(place, name) === true;
  const ids = record.methods.filter(({ type }) => type !== "none").map(({ id }) => id);
  const tools: { draft: Draft; path: string; operation: Operation["operation"]; from: string }[] = [];
  let next = 0;
  for (const part of parts) {
    const common = requirementsOf(part.document);
    const hasSchemes = part.security.methods.length > 0;
    for (const operation of part.operations) {
      const requirements = requirementsOf(operation.operation) ?? common;
      // A document that declares how to sign in but never where needs it everywhere.
      const needed = requirements === undefined || !hasSchemes ? ids : isOverlaid ? (requirements.some((one) => one.length > 0) ? ids : []) : part.security.idsOf(requirements).filter((id) => ids.includes(id));
      const base = operationBase(operation, part, record.base, options);
      tools.push({
        draft: toolOf(operation, { document: part.document, isSwagger2: part.isSwagger2, schemas: part.schemas, notes, name: names[next]!, spokenName: spoken(baseName(named[next]!, prefixes)), scopes: options.scopes ?? part.security.scopesOf(requirements), auth: needed, base, isHidden, constantOf: options.constantOf && ((place, name) => options.constantOf!(place, name, part.document)) }),
        path: operation.path,
        operation: operation.operation,
        from: part.source.document,
      });
      next += 1;
    }
    part.schemas.finish();
  }
  const cache = new Map<string, string>();
  const texts = (name: string) => {
    let text = cache.get(name);
    if (text === undefined && definitions.has(name)) cache.set(name, (text = JSON.stringify(wordless(definitions.get(name)))));
    return text;
  };
  return { tools, texts };
}

function operationBase({ operation, item }: Operation, part: Part, base: string, options: ReadOptions): string | undefined {
  if (options.overlay?.base !== undefined || options.isSelfHosted) return undefined;
  const servers = Array.isArray(own(operation, "servers")) ? listAt(operation, "servers") : listAt(item, "servers");
  const own_ = servers.length > 0 ? baseOf(servers, part.url) : part.base;
  const used = "wrong" in own_ || own_.baseFields.some(({ name }) => !part.base.baseFields.some((field) => field.name === name)) ? part.base : own_;
  return used.base === base ? undefined : used.base;
}
