import { Problem } from "../../../http/problem.ts";
import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import type { ScheduleWatch, TriggerKind, WatchOf } from "../../../ports/trigger-definition.ts";
import type { Input } from "../../contract.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { secretHint } from "../pages/parts/secret-field.ts";

/** Describes a schedule: `At 0 9 * * 1-5 (UTC)`. */
function describeSchedule({ cron, timezone = "UTC", every, at }: ScheduleWatch): string {
  if (cron !== undefined) return `At ${cron} (${timezone})`;
  if (every !== undefined) return `Every ${describeSeconds(every)}`;
  return `Once at ${at}`;
}

/** Describes a number of seconds: `2 hours`. */
function describeSeconds(seconds: number): string {
  if (seconds % 86_400 === 0) return countUnits(seconds / 86_400, "day");
  if (seconds % 3_600 === 0) return countUnits(seconds / 3_600, "hour");
  return seconds % 60 === 0 ? countUnits(seconds / 60, "minute") : `${seconds} seconds`;
}

const countUnits = (count: number, unit: string): string =>
  count === 1 ? `${unit}` : `${count} ${unit}s`;

type WatchInput = Input<"createTrigger">["watch"];

/** Reads a value of the rejected form, or of the link to the form. */
export type ReadValue = (name: string, fallback?: string) => string;

/** Reads the fields of a submitted form. Absent ones are empty. */
interface FormReader {
  text(name: string): string;
  /** Parses JSON. Throws the `Problem` "invalid_input". */
  object(name: string): Record<string, unknown>;
}

/** The form that creates a trigger of a kind. Its field `watch` has the main value. */
export interface KindForm {
  /** The title of the page. */
  readonly title: string;
  /** How the kind is offered, unless it belongs to an app. */
  readonly choice?: { readonly label: string; readonly help: string };
  /** Whether its events can be filtered. */
  readonly hasFilter: boolean;
  render(request: PageRequest, read: ReadValue): Html | Promise<Html>;
  read(fields: FormReader): WatchInput;
}

/** How people meet a kind of trigger. */
interface KindOfTrigger<Kind extends TriggerKind> {
  /** Describes what a trigger watches, as a sentence. */
  describe(watch: WatchOf<Kind>): string;
  /** Absent: only the API creates such triggers. */
  readonly form?: KindForm;
}

/** Cron patterns to choose from. */
const PATTERNS = ["0 9 * * 1-5", "0 * * * *", "0 0 * * *", "0 9 * * 1", "0 9 1 * *"];

/** The form of schedules, which is also that of a form whose kind is unknown. */
export const SCHEDULE_FORM: KindForm = {
  title: "New schedule",
  choice: { label: "A schedule", help: "At certain times, such as 9:00 on weekdays." },
  hasFilter: false,
  render: ({ problem }, read) =>
    html`${renderField({ id: "watch", label: "Cron pattern", hint: "Minute, hour, day, month, weekday. 0 9 * * 1-5 is 9:00 on weekdays.", error: fieldError(problem, "watch") }, (attributes) => html`<input${attributes} value="${read("watch")}" list="patterns" maxlength="200" autocomplete="off" spellcheck="false">`)}
<datalist id="patterns">${PATTERNS.map((pattern) => html`<option value="${pattern}">`)}</datalist>
${renderField({ id: "timezone", label: "Time zone", hint: "Such as Europe/Berlin. Default: UTC.", isOptional: true, error: fieldError(problem, "timezone") }, (attributes) => html`<input${attributes} value="${read("timezone")}" maxlength="100" autocomplete="off" spellcheck="false">`)}`,
  read: ({ text }) => {
    const timezone = text("timezone");
    return { kind: "schedule", cron: text("watch"), ...(timezone !== "" && { timezone }) };
  },
};

/** Every kind of trigger, in the order in which people choose them. */
export const KINDS: { readonly [Kind in TriggerKind]: KindOfTrigger<Kind> } = {
  schedule: { describe: describeSchedule, form: SCHEDULE_FORM },
  webhook: {
    describe: ({ signing, scheme = "standard" }) =>
      signing === "none" ? "Webhooks without a signature" : `Webhooks signed as ${scheme}`,
    form: {
      title: "New webhook",
      choice: {
        label: "A webhook",
        help: "Another service sends signed requests to a URL of this trigger.",
      },
      hasFilter: true,
      render: (request, read) => {
        const { problem, context } = request;
        return html`${renderField({ id: "watch", label: "Sender", error: fieldError(problem, "watch") }, (attributes) => html`<select${attributes}>${context.webhookSchemes.map(({ name, title }) => html`<option value="${name}"${name === read("watch", "standard") && html` selected`}>${title}</option>`)}</select>`)}
${renderField({ id: "secret", label: "Signing secret", hint: secretHint(request, "secret", "If the sender shows one. Otherwise you get one to enter there."), isOptional: true, error: fieldError(problem, "secret") }, (attributes) => html`<input${attributes} type="password" minlength="8" maxlength="500" autocomplete="off">`)}`;
      },
      read: ({ text }) => {
        const [scheme, secret] = [text("watch"), text("secret")];
        return {
          kind: "webhook",
          ...(scheme !== "" && { scheme }),
          ...(secret !== "" && { secret }),
        };
      },
    },
  },
  event: {
    describe: () => "Events that programs send",
    form: {
      title: "New trigger for events of programs",
      choice: {
        label: "Events that programs send",
        help: "Your own programs send events with the API.",
      },
      hasFilter: true,
      render: () => html``,
      read: () => ({ kind: "event" }),
    },
  },
  poll: {
    describe: ({ tool, interval = 300 }) =>
      `Reads ${tool} about every ${describeSeconds(interval)}`,
    form: {
      title: "New trigger for a list",
      hasFilter: true,
      render: async (request, read) =>
        renderSource(request, read, {
          label: "List",
          inputs: await readInputs(async () => {
            const { inputs, input_schema: schema } = await request.context.platform("getTool", {
              tool: read("watch"),
            });
            return { required: readRequired(schema), lines: inputs };
          }),
        }),
      read: ({ text, object }) => ({
        kind: "poll",
        tool: text("watch"),
        arguments: object("list"),
      }),
    },
  },
  app: {
    describe: ({ type }) => `Events ${type} that the app sends`,
    form: {
      title: "New trigger for events of an app",
      hasFilter: true,
      render: async (request, read) =>
        renderSource(request, read, {
          label: "Type of event",
          inputs: await readInputs(async () => {
            const type = read("watch");
            const app = type.slice(0, Math.max(0, type.indexOf(".")));
            const { data } = await request.context.platform("listTriggerTypes", {
              app,
              limit: 100,
            });
            const found = data.find((each) => each.type === type);
            return { required: found?.required ?? [], lines: Object.keys(found?.arguments ?? {}) };
          }),
        }),
      read: ({ text, object }) => ({ kind: "app", type: text("watch"), arguments: object("list") }),
    },
  },
  platform: { describe: ({ types }) => types.join(", ") },
};

/** Describes what a trigger watches, as a sentence. */
export const describeWatch = ({ watch }: { readonly watch: WatchOf<TriggerKind> }): string =>
  (KINDS[watch.kind] as KindOfTrigger<TriggerKind>).describe(watch);

/** The arguments of a list or a type of event. */
interface Inputs {
  readonly required: readonly string[];
  /** A line for each argument. */
  readonly lines: readonly string[];
}

/** Returns no arguments if the list or the type of event is unknown. */
async function readInputs(read: () => Promise<Inputs>): Promise<Inputs> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem) return { required: [], lines: [] };
    throw error;
  }
}

/** Renders the fields of a list or a type of event of an app. */
const renderSource = (
  { problem }: PageRequest,
  read: ReadValue,
  { label, inputs }: { readonly label: string; readonly inputs: Inputs },
): Html =>
  html`${renderField({ id: "watch", label, error: fieldError(problem, "watch") }, (attributes) => html`<input${attributes} value="${read("watch")}" maxlength="200" autocomplete="off" spellcheck="false">`)}
${renderField({ id: "list", label: "Arguments", hint: "JSON.", isOptional: inputs.required.length === 0, error: fieldError(problem, "list") }, (attributes) => html`<textarea${attributes} rows="4" spellcheck="false">${read("list", toTemplate(inputs.required))}</textarea>`)}
${inputs.lines.length > 0 && html`<details class="fold"><summary>Arguments that it knows</summary><ul>${inputs.lines.map((line) => html`<li>${line}</li>`)}</ul></details>`}`;

const readRequired = ({ required }: Record<string, unknown>): readonly string[] =>
  Array.isArray(required) ? required.map(String) : [];

/** Creates a JSON object with an empty text for each name. */
const toTemplate = (names: readonly string[]): string =>
  names.length === 0
    ? ""
    : JSON.stringify(Object.fromEntries(names.map((name) => [name, ""])), null, 2);
