/** The name under which people, apps and clients know the platform. */
export const PRODUCT_NAME = "Jackfield";
