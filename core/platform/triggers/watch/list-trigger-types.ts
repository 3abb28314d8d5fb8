import type { AppEventType } from "../../../lib/app-webhooks/index.ts";
import type { ToolCard } from "../../../lib/openapi-tools/index.ts";
import type { CatalogView } from "../../catalog/catalog-view.ts";
import type { TriggerType } from "../trigger-service.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { readSharedSecrets } from "../webhooks/webhook-secrets.ts";

/** The trigger types of an app. `read` reads a range of them. */
interface TriggerTypes {
  readonly length: number;
  read(start: number, end: number): Promise<TriggerType[]>;
}

/** Words of the names of tools that list something. */
const LISTS = /(^|_)(list|search|find|query|all|index)(_|$)/;

/**
 * Lists the trigger types of an app: the events that it sends, and then its lists that can be polled,
 * those without required arguments first.
 */
export async function listTypesOf(
  catalogView: CatalogView,
  app: string,
  appTypes: readonly TriggerType[],
): Promise<TriggerTypes> {
  const { record } = await catalogView.app(app);
  const { length, cards } = await catalogView.listTools(app);
  const lists = (await cards(0, length)).filter(canBePolled).map(toType);
  const types = [
    ...(record.isOwn ? [] : appTypes),
    ...lists.toSorted((a, b) => a.required.length - b.required.length),
  ];
  return { length: types.length, read: async (start, end) => types.slice(start, end) };
}

/** Whether a tool reads a list, by its name and its effects. */
const canBePolled = ({ name, annotations }: ToolCard): boolean =>
  annotations.readOnly && LISTS.test(name.slice(name.indexOf(".") + 1));

/** Lists the types of events that an app sends by itself. */
export async function listAppTypes(
  deps: TriggerDeps,
  app: string,
): Promise<readonly TriggerType[]> {
  const shared = deps.sharedWebhooks.get(app);
  const isSetUp = shared && (await readSharedSecrets(deps, app)) !== undefined;
  const known = isSetUp ? shared : deps.appWebhooks.get(app);
  return (known?.types ?? []).map((type) => toAppType(app, type));
}

/** Describes a type of event that an app sends. */
const toAppType = (app: string, type: AppEventType): TriggerType => ({
  type: `${app}.${type.name}`,
  kind: "app",
  title: type.title,
  arguments: { ...type.arguments },
  required: [...type.required],
});

const toType = ({ name, title, input }: ToolCard): TriggerType => ({
  type: name,
  kind: "poll",
  title,
  tool: name,
  required: input.flatMap((line) => {
    const [, field] = /^([^ ]+) \([^)]*\brequired\b/.exec(line) ?? [];
    return field === undefined ? [] : [field];
  }),
});
