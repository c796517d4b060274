/** The booking reference: the id from character 10 onward. */
export function bookingReference(id: string): string {
  return id.slice(10);
}

/** The collision reference: the id without its first 5 characters. */
export function collisionReference(id: string): string {
  return id.slice(5);
}
