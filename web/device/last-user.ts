let id: string | null = null;

/**
 * Notes whose session this tab held last; null for nobody's. What they were doing when it ended is
 * taken up again for them alone.
 */
export function noteLastUser(userId: string | null): void {
  id = userId;
}

/** The id of the person whose session this tab held last, or null. */
export function lastUser(): string | null {
  return id;
}
