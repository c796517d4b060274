/**
 * The path that wakes a server. It stands apart from its schemas, which the sign-in page loads
 * later.
 */
export const wakePath = '/api/v1/auth/up';
