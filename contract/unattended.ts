/** The header of a call that a page made by itself, with nobody there: it counts as no use of the session. */
export const unattendedHeader = 'x-hanya-unattended';
