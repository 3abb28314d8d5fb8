/** The name under which the platform asks people and apps for access. */
export const PRODUCT_NAME = "Jackfield";
