import { encodeBase64 } from "../../kit/bytes/base64.ts";
import { crc32 } from "../../kit/bytes/crc32.ts";
import { md5 } from "../../kit/bytes/md5.ts";
import { requireValue } from "../../kit/require-value.ts";
import { argumentError } from "../call/request-error.ts";
import { joinPairs, parseStyle, queryPairs, toText } from "../call/style.ts";
import type { BodyChecksum, HttpBinding, ParameterSlot } from "../tool-record.ts";
import { fillBodyTemplate } from "./body-template.ts";
import type { Composer } from "./composer.ts";
import { isFile, parseFile } from "./file.ts";
import { encodeMultipart, type FormPart } from "./multipart.ts";
import { buildUpload, passedUpload } from "./upload.ts";

/** A request's body, its media type, and other headers that describe it. */
interface RequestBody {
  readonly type?: string | undefined;
  readonly content?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Builds the body of a request from its body arguments. Without any, there is no body, except that
 * POST, PUT and PATCH send an empty JSON object. `composer` is the one that `body.compose` names.
 */
export function buildRequestBody(
  binding: Pick<HttpBinding, "method" | "slots" | "body">,
  args: Readonly<Record<string, unknown>>,
  composer?: Composer | undefined,
): RequestBody {
  const built = buildBody(binding, args, composer);
  const { checksum } = binding.body ?? {};
  if (!checksum || built.content === undefined) return built;
  const bytes =
    typeof built.content === "string" ? new TextEncoder().encode(built.content) : built.content;
  return {
    ...built,
    headers: { ...built.headers, [checksum.header]: checksumText(bytes, checksum.algorithm) },
  };
}

function checksumText(bytes: Uint8Array, algorithm: BodyChecksum["algorithm"]): string {
  if (algorithm === "md5") return encodeBase64(md5(bytes));
  const sum = new Uint8Array(4);
  new DataView(sum.buffer).setUint32(0, crc32(bytes));
  return encodeBase64(sum);
}

function buildBody(
  { method, slots, body }: Pick<HttpBinding, "method" | "slots" | "body">,
  args: Readonly<Record<string, unknown>>,
  composer?: Composer | undefined,
): RequestBody {
  if (!body) return {};
  const bodySlots = slots.filter(
    ({ argument, in: location }) =>
      location === "body" && args[argument] !== undefined && argument !== body.upload?.argument,
  );
  const upload = passedUpload({ body }, args);
  if (upload) return buildUpload(upload, args, readMetadata(bodySlots, args, body.argument));
  const allowsBody = method !== "GET" && method !== "HEAD";
  const [firstSlot] = bodySlots;
  if (firstSlot && !allowsBody)
    throw argumentError(firstSlot.argument, "method", `A ${method} request can't have a body.`);
  if (body.template !== undefined)
    return {
      type: body.type,
      content: JSON.stringify(
        fillBodyTemplate(body.template, {
          ...toMembers(slots.filter(isPathArgument(args)), args),
          ...toMembers(bodySlots, args),
        }),
      ),
    };
  if (
    bodySlots.length === 0 &&
    !(
      allowsBody &&
      method !== "DELETE" &&
      method !== "OPTIONS" &&
      isJson(body.type) &&
      body.argument === undefined
    )
  )
    return {};
  if (body.compose !== undefined) {
    if (!composer)
      throw argumentError(undefined, "compose", "The tool needs a newer version of the service.");
    return composer.compose(toMembers(bodySlots, args));
  }
  if (isJson(body.type))
    return {
      type: body.type,
      content: JSON.stringify(
        body.argument === undefined ? toMembers(bodySlots, args) : args[body.argument],
      ),
    };
  if (isForm(body.type))
    return {
      type: "application/x-www-form-urlencoded",
      content: joinPairs(
        formFields(bodySlots, args, body.argument).flatMap(({ name, value, style }) =>
          queryPairs(name, value, parseStyle(style, "brackets")),
        ),
      ),
    };
  if (isMultipart(body.type)) {
    const encoded = encodeMultipart(
      formFields(bodySlots, args, body.argument).flatMap(({ name, value, argument }) =>
        formParts(name, value, argument),
      ),
    );
    return { type: encoded.type, content: encoded.body };
  }
  const argument = requireValue(body.argument ?? firstSlot?.argument, "the argument of a body");
  return singleArgumentBody(body.type, argument, args);
}

/**
 * The arguments that may be files because they are a whole body that is neither JSON nor a form.
 */
export function fileArguments({ body }: Pick<HttpBinding, "body">): readonly string[] {
  if (!body?.argument || isJson(body.type) || isForm(body.type) || isMultipart(body.type))
    return [];
  return [body.argument];
}

/** The arguments of a body besides its file, as JSON. Undefined if there are none. */
function readMetadata(
  bodySlots: readonly ParameterSlot[],
  args: Readonly<Record<string, unknown>>,
  bodyArgument: string | undefined,
): unknown {
  if (bodyArgument !== undefined) return args[bodyArgument];
  return bodySlots.length > 0 ? toMembers(bodySlots, args) : undefined;
}

/** Whether a media type is JSON: its subtype, or a word of it. */
const isJson = (type: string) => /^[^;]*[/+-]json\b/i.test(type);
const isForm = (type: string) => /^application\/x-www-form-urlencoded\b/i.test(type);
const isMultipart = (type: string) => /^multipart\//i.test(type);

/** A body of text, XML or bytes, sent unchanged. */
function singleArgumentBody(
  type: string,
  argument: string,
  args: Readonly<Record<string, unknown>>,
): RequestBody {
  const value = args[argument];
  const mediaType = /[*]/.test(type) ? "application/octet-stream" : type;
  if (isFile(value)) {
    const file = parseFile(argument, value);
    return {
      type: value.content_type && /[*]|octet-stream/.test(type) ? file.type : mediaType,
      content: file.bytes,
    };
  }
  return { type: mediaType, content: toText(value) };
}

const isPathArgument =
  (args: Readonly<Record<string, unknown>>) =>
  ({ argument, in: location }: ParameterSlot) =>
    location === "path" && args[argument] !== undefined;

function toMembers(
  bodySlots: readonly ParameterSlot[],
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const { argument, name } of bodySlots)
    Object.defineProperty(members, name, {
      value: args[argument],
      enumerable: true,
      configurable: true,
    });
  return members;
}

interface FormField {
  readonly name: string;
  readonly value: unknown;
  readonly style: string;
  /** The argument that the value comes from. */
  readonly argument: string;
}

/**
 * The fields of a form: the body arguments, or the members of the one argument that is the body.
 */
function formFields(
  bodySlots: readonly ParameterSlot[],
  args: Readonly<Record<string, unknown>>,
  bodyArgument: string | undefined,
): FormField[] {
  if (bodyArgument === undefined)
    return bodySlots.map(({ argument, name, style }) => ({
      name,
      value: args[argument],
      style,
      argument,
    }));
  const value = args[bodyArgument];
  if (typeof value !== "object" || value === null)
    throw argumentError(
      bodyArgument,
      "type",
      "Must be an object, because its members become form fields.",
    );
  return Object.entries(value).map(([name, member]) => ({
    name,
    value: member,
    style: "",
    argument: bodyArgument,
  }));
}

function formParts(name: string, value: unknown, argument: string): FormPart[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => formParts(name, each, argument));
  if (isFile(value)) return [{ name, content: parseFile(argument, value) }];
  return [
    {
      name,
      content: toText(value),
      ...(typeof value === "object" && { type: "application/json" }),
    },
  ];
}
