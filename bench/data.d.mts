/** See data.mjs. Answers the seconds it took. */
export function makeBookings(
  ownerUrl: string,
  count: number,
  options?: { readonly trail?: boolean },
): Promise<number>;
