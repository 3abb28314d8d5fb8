import {
  type BodyArguments,
  type ComposedBody,
  type Composers,
  jsonBody,
} from "../../../../core/lib/openapi-tools/body/index.ts";

/** A task of Microsoft Planner, or the fields of one that change. */
const plannerTask = ({
  plan_id: planId,
  bucket_id: bucketId,
  title,
  due: dueDateTime,
  start: startDateTime,
  priority,
  percent_complete: percentComplete,
  assignees,
}: BodyArguments): ComposedBody =>
  jsonBody({
    planId,
    bucketId,
    title,
    dueDateTime,
    startDateTime,
    priority,
    percentComplete,
    assignments:
      assignees === undefined
        ? undefined
        : Object.fromEntries((assignees as readonly string[]).map((id) => [id, ASSIGNMENT])),
  });

/** The order hint puts the task first in the person's list. */
const ASSIGNMENT = { "@odata.type": "#microsoft.graph.plannerAssignment", orderHint: " !" };

export const COMPOSERS: Composers = {
  planner_task: { compose: plannerTask },
};
