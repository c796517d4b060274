/** The reference of a booking: its id without the time that it begins with. */
export const bookingReference = (id: string): string => id.slice(10);

/** The reference of a collision: its id without the first 5 characters. */
export const collisionReference = (id: string): string => id.slice(5);
