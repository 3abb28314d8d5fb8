/** The owner who created a link, and the settings of an account. */
export const statements = [
  `alter table tickets add column creator text`,
  `alter table accounts add column document text`,
];
