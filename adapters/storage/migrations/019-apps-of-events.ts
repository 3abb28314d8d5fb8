import type { Statement } from "./statement.ts";

/**
 * The apps that a trigger, an event or a run concerns, as a JSON array of arrays with one app each.
 * Null for events and runs of earlier versions: their apps are unknown, so callers that are limited
 * to apps don't see them. `*` is every app.
 */
export const statements: readonly Statement[] = [
  "alter table triggers add column apps text",
  "alter table events add column apps text",
  "alter table runs add column apps text",
  ({ elements, jsonText, textBefore }) => `update triggers set apps = (
    select '[' || coalesce(string_agg('["' || involved || '"]', ','), '') || ']' from (
      select case when triggers.kind = 'platform' then '*' else triggers.app end as involved
      union
      select ${textBefore("value -> 'action' ->> 'tool'", ".")}
        from ${elements(jsonText("triggers.document", "actions"))} where value -> 'action' ->> 'kind' = 'run'
    ) as sources where involved <> '')`,
];
