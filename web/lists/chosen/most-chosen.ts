/** Rows that are chosen at once, at most. */
export const mostChosen = 50;
