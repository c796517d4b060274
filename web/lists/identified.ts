/** A record with its id, which bookings, collisions and users call `_id`, and younger records `id`. */
export type Identified = { readonly _id: string } | { readonly id: string };

export const idOf = (row: Identified): string => ('_id' in row ? row._id : row.id);
