/**
 * The header of a call that a page made by itself. Nobody was there, so it counts as no use of the
 * session.
 */
export const unattendedHeader = 'x-hanya-unattended';
