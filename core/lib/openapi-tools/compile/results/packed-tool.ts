import type {
  ArgumentFill,
  FixedParameter,
  HttpBinding,
  ParameterSlot,
  ToolRecord,
} from "../../tool-record.ts";

/** A slot as files and databases contain it. The name is 0 if it equals the argument. */
type PackedSlot = readonly [
  argument: string,
  location: ParameterSlot["in"],
  name: string | 0,
  style: string,
  fill?: ArgumentFill,
];

type PackedFixed = readonly [location: FixedParameter["in"], name: string, value: string];

/** A binding without the names of members that every slot has, which halves its size. */
type PackedBinding = Omit<HttpBinding, "slots" | "fixed"> & {
  readonly slots: readonly PackedSlot[];
  readonly fixed?: readonly PackedFixed[] | undefined;
};

/** A tool as files and databases contain it. */
export type PackedTool = Omit<ToolRecord, "binding"> & {
  readonly binding?: PackedBinding | undefined;
};

export const packTool = (tool: ToolRecord): PackedTool => ({
  ...tool,
  binding: tool.binding && packBinding(tool.binding),
});

export const unpackTool = (tool: PackedTool): ToolRecord => ({
  ...tool,
  binding: tool.binding && unpackBinding(tool.binding),
});

/** Packs a binding. The order of its members is part of the version of a tool. */
export function packBinding({
  method,
  path,
  base,
  hostPrefix,
  slots,
  fixed,
  body,
  names,
  timestamps,
}: HttpBinding): PackedBinding {
  return {
    method,
    path,
    ...(base !== undefined && { base }),
    ...(hostPrefix !== undefined && { hostPrefix }),
    slots: slots.map(({ argument, in: location, name, style, fill }): PackedSlot => {
      const slot = [argument, location, name === argument ? 0 : name, style] as const;
      return fill ? [...slot, fill] : slot;
    }),
    ...(fixed && { fixed: fixed.map(({ in: location, name, value }) => [location, name, value]) }),
    ...(body && { body }),
    ...(names && { names }),
    ...(timestamps && { timestamps }),
  };
}

function unpackBinding({ slots, fixed, ...binding }: PackedBinding): HttpBinding {
  return {
    ...binding,
    slots: slots.map(([argument, location, name, style, fill]) => ({
      argument,
      in: location,
      name: name === 0 ? argument : name,
      style,
      ...(fill && { fill }),
    })),
    ...(fixed && {
      fixed: fixed.map(([location, name, value]) => ({ in: location, name, value })),
    }),
  };
}
