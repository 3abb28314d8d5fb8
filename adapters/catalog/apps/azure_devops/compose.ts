import { formatPointer } from "../../../../core/lib/kit/json/json-pointer.ts";
import type {
  BodyArguments,
  ComposedBody,
  Composers,
} from "../../../../core/lib/openapi-tools/body/index.ts";

/** The reference names of a work item's fields, by argument. */
const FIELDS: Readonly<Record<string, string>> = {
  title: "System.Title",
  description: "System.Description",
  assigned_to: "System.AssignedTo",
  state: "System.State",
  priority: "Microsoft.VSTS.Common.Priority",
  area: "System.AreaPath",
  iteration: "System.IterationPath",
  comment: "System.History",
};

/** A JSON Patch (RFC 6902) that sets fields of a work item. `fields` has others by their names. */
function azureDevopsWorkItem(args: BodyArguments): ComposedBody {
  const { tags, fields = {} } = args;
  const values: Record<string, unknown> = { ...(fields as object) };
  for (const [argument, field] of Object.entries(FIELDS))
    if (args[argument] !== undefined) values[field] = args[argument];
  if (tags !== undefined) values["System.Tags"] = (tags as readonly string[]).join("; ");
  const patch = Object.entries(values).map(([field, value]) => ({
    op: "add",
    path: formatPointer(["fields", field]),
    value,
  }));
  return { type: "application/json-patch+json", content: JSON.stringify(patch) };
}

export const COMPOSERS: Composers = {
  azure_devops_work_item: { compose: azureDevopsWorkItem },
};
