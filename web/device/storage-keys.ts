/** The names in local storage. */
export const storageKeys = {
  token: 'jwtToken',
  portfolio: 'portfolio',
  wake: 'wake',
  clock: 'clock',
  theme: 'theme',
  /** When a send was cut off last: milliseconds, UTC. */
  cutOff: 'cutOff',
} as const;
