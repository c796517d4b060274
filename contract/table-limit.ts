/** Bytes of the largest table that is sent, such as a statement. */
export const tableLimit = 5 * 1024 * 1024;
