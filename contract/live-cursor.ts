/**
 * The header of a read whose caller has no live stream yet, with any value, and of its answer. The
 * answer names an event after which a stream tells all that it doesn't hold.
 */
export const cursorHeader = 'x-hanya-cursor';
