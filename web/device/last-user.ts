let id: string | null = null;

/**
 * Remembers who was signed in last in this tab; null for nobody. After a session ended, only that
 * person returns to what they were doing.
 */
export function noteLastUser(userId: string | null): void {
  id = userId;
}

export function lastUser(): string | null {
  return id;
}
