import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import {
  type AppRecord,
  type CompiledApp,
  selfContained,
  type ToolRecord,
} from "../../core/index.ts";

/**
 * An app in one file: a line for its record, one for each tool, sorted by name, and one for each schema that they share.
 * A line begins with what it is looked for by, so that one is found without the others being parsed.
 */
export function packApp({ record, tools, definitions }: CompiledApp): Buffer {
  const lines = [
    JSON.stringify(record),
    ...tools.map((tool) => JSON.stringify(tool)),
    ...[...definitions].map(([name, schema]) => JSON.stringify([name, schema])),
  ];
  return zstdCompressSync(`${lines.join("\n")}\n`, {
    params: { [constants.ZSTD_c_compressionLevel]: 9 },
  });
}

/** An app's file, opened. */
export interface AppFile {
  readonly bytes: number;
  readonly record: AppRecord;
  tool(name: string): ToolRecord | undefined;
}

/** Opens an app's file; only its first line is parsed at once. */
export function unpackApp(packed: Uint8Array): AppFile {
  const text = zstdDecompressSync(packed);
  const readLine = (offset: number) => text.toString("utf8", offset, text.indexOf(10, offset));
  const findLine = (prefix: string) => {
    const offset = text.indexOf(`\n${prefix}`);
    return offset === -1 ? undefined : readLine(offset + 1);
  };
  const findDefinition = (name: string) =>
    findLine(`[${JSON.stringify(name)},`)?.slice(JSON.stringify(name).length + 2, -1);
  return {
    bytes: text.length,
    record: JSON.parse(readLine(0)) as AppRecord,
    tool(name) {
      const line = findLine(`{"name":${JSON.stringify(name)},`);
      if (line === undefined) return undefined;
      const tool = JSON.parse(line) as ToolRecord;
      return { ...tool, input: selfContained(tool.input, findDefinition) };
    },
  };
}
