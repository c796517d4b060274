/** Where a server is woken; apart from its schemas, since the sign-in page asks before they are there. */
export const wakePath = '/api/v1/auth/up';
