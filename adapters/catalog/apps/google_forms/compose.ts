import {
  argumentError,
  type BodyArguments,
  type ComposedBody,
  type Composers,
} from "../../../../core/lib/openapi-tools/body/index.ts";
import { fieldMask, requestsBody } from "../../compose/google-requests.ts";

interface Question {
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly options?: readonly string[];
  readonly low?: number;
  readonly high?: number;
}

/** Questions of a form from a position on, the first one by default. */
const googleFormsQuestions = ({ questions, position = 0 }: BodyArguments): ComposedBody =>
  requestsBody(
    ...(questions as readonly Question[]).map((question, index) => ({
      createItem: {
        item: {
          title: question.title,
          description: question.description,
          questionItem: {
            question: { required: question.required ?? false, ...toAnswer(question) },
          },
        },
        location: { index: Number(position) + index },
      },
    })),
  );

const CHOICES: Readonly<Record<string, string>> = {
  choice: "RADIO",
  checkboxes: "CHECKBOX",
  dropdown: "DROP_DOWN",
};

/** The kind of a question's answer. */
function toAnswer({ type, options = [], low = 1, high = 5 }: Question): object {
  const choice = CHOICES[type];
  if (choice !== undefined) {
    if (options.length === 0)
      throw argumentError("questions", "options", `A question of type ${type} needs options.`);
    return { choiceQuestion: { type: choice, options: options.map((value) => ({ value })) } };
  }
  if (type === "scale") return { scaleQuestion: { low, high } };
  if (type === "date") return { dateQuestion: { includeYear: true } };
  if (type === "time") return { timeQuestion: {} };
  return { textQuestion: { paragraph: type === "paragraph" } };
}

function googleFormsInfo({ title, description }: BodyArguments): ComposedBody {
  const info = { title, description };
  return requestsBody({ updateFormInfo: { info, updateMask: fieldMask(info) } });
}

export const COMPOSERS: Composers = {
  google_forms_info: { compose: googleFormsInfo },
  google_forms_questions: { compose: googleFormsQuestions },
};
