/**
 * The header of a read whose caller has no live stream yet (with any value), and of its answer: the id
 * of an event after which a stream goes on with all that the answer doesn't hold.
 */
export const cursorHeader = 'x-hanya-cursor';
