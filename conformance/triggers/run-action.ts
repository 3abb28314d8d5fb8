/** Creates an action that runs the tool `create_note` with the title and the stars of the event. */
export const createRunAction = (overrides: object = {}) => ({
  kind: "run",
  tool: "notes.create_note",
  arguments: { text: "${event.data.title}", stars: "${event.data.stars}" },
  ...overrides,
});
