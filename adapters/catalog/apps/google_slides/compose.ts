import {
  argumentError,
  type BodyArguments,
  type ComposedBody,
  type Composers,
} from "../../../../core/lib/openapi-tools/body/index.ts";
import { googlePlaceholders, requestsBody } from "../../compose/google-requests.ts";

/** The placeholders of the title and of the text in a predefined layout. */
const PLACEHOLDERS: Readonly<Record<string, { title?: string; text?: string }>> = {
  BLANK: {},
  TITLE: { title: "CENTERED_TITLE", text: "SUBTITLE" },
  TITLE_AND_BODY: { title: "TITLE", text: "BODY" },
  TITLE_ONLY: { title: "TITLE" },
  SECTION_HEADER: { title: "TITLE" },
};

/** A slide with its title and its text. */
function googleSlidesSlide(args: BodyArguments): ComposedBody {
  const { layout = "TITLE_AND_BODY", position } = args;
  const filled = (["title", "text"] as const).flatMap((argument) => {
    const content = args[argument];
    if (content === undefined || content === "") return [];
    const type = PLACEHOLDERS[String(layout)]?.[argument];
    if (type === undefined)
      throw argumentError(argument, "layout", `The layout ${String(layout)} has no place for it.`);
    return [{ type, content, objectId: createObjectId() }];
  });
  return requestsBody(
    {
      createSlide: {
        insertionIndex: position,
        slideLayoutReference: { predefinedLayout: layout },
        placeholderIdMappings: filled.map(({ type, objectId }) => ({
          layoutPlaceholder: { type, index: 0 },
          objectId,
        })),
      },
    },
    ...filled.map(({ objectId, content }) => ({ insertText: { objectId, text: content } })),
  );
}

/** A text box on a slide. Its place and its size are in points. */
function googleSlidesTextBox({
  slide_id: pageObjectId,
  text,
  x = 50,
  y = 50,
  width = 300,
  height = 60,
}: BodyArguments): ComposedBody {
  const objectId = createObjectId();
  return requestsBody(
    {
      createShape: {
        objectId,
        shapeType: "TEXT_BOX",
        elementProperties: {
          pageObjectId,
          size: {
            width: { magnitude: width, unit: "PT" },
            height: { magnitude: height, unit: "PT" },
          },
          transform: { scaleX: 1, scaleY: 1, translateX: x, translateY: y, unit: "PT" },
        },
      },
    },
    { insertText: { objectId, text } },
  );
}

/** IDs have 5 to 50 letters, digits, underscores, hyphens and colons. */
const createObjectId = (): string => `jackfield_${crypto.randomUUID()}`;

export const COMPOSERS: Composers = {
  google_placeholders: { compose: googlePlaceholders },
  google_slides_slide: { compose: googleSlidesSlide },
  google_slides_text_box: { compose: googleSlidesTextBox },
};
