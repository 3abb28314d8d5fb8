import type { FileUpload } from "./file.ts";

/** One part of a form: plain text, JSON or a file. */
export interface FormPart {
  readonly name: string;
  readonly content: string | FileUpload;
  /** The media type of content that is neither a file nor plain text. */
  readonly type?: string | undefined;
}

/**
 * Encodes a multipart/form-data body (RFC 7578). The boundary is a random UUID, so that no part can
 * contain it.
 */
export function encodeMultipart(parts: readonly FormPart[]): {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
} {
  const boundary = `form-data-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  for (const { name, content, type } of parts) {
    const isText = typeof content === "string";
    const filenameParameter = isText ? "" : `; filename="${escapeParameter(content.filename)}"`;
    const contentType = isText ? type : content.type;
    chunks.push(
      encoder.encode(
        `--${boundary}\r\ncontent-disposition: form-data; name="${escapeParameter(name)}"${filenameParameter}\r\n${contentType ? `content-type: ${contentType}\r\n` : ""}\r\n`,
      ),
    );
    chunks.push(isText ? encoder.encode(content) : content.bytes, encoder.encode("\r\n"));
  }
  chunks.push(encoder.encode(`--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, body: joinBytes(chunks) };
}

/** Encodes a multipart/related body (RFC 2387), whose first part describes the others. */
export function encodeRelated(
  parts: readonly { readonly type: string; readonly content: Uint8Array<ArrayBuffer> }[],
): { readonly type: string; readonly content: Uint8Array<ArrayBuffer> } {
  const boundary = `related-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const chunks = parts.flatMap(({ type, content }) => [
    encoder.encode(`--${boundary}\r\ncontent-type: ${type}\r\n\r\n`),
    content,
    encoder.encode("\r\n"),
  ]);
  return {
    type: `multipart/related; boundary=${boundary}`,
    content: joinBytes([...chunks, encoder.encode(`--${boundary}--\r\n`)]),
  };
}

/** Concatenates byte arrays. */
function joinBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Escapes a parameter of Content-Disposition the way HTML forms do. */
const escapeParameter = (text: string) =>
  text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
