/** The names in local storage. */
export const storageKeys = {
  token: 'jwtToken',
  portfolio: 'portfolio',
  wake: 'wake',
  theme: 'theme',
} as const;
