/** The schema of pg-boss's tables, for a database that keeps Jackfield's tables in `schema`. */
export const jobSchema = (schema: string): string =>
  schema === "public" ? "jackfield_jobs" : `${schema}_jobs`;
