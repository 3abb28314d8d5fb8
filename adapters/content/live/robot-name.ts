/** The name of the crawler in robots.txt, X-Robots-Tag and `<meta>`, in lower case. */
export const ROBOT_NAME = "jackfield";
