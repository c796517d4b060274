/** The names in local storage. */
export const storageKeys = {
  token: 'jwtToken',
  portfolio: 'portfolio',
  wake: 'wake',
  clock: 'clock',
  theme: 'theme',
  /** Set while the card of the set-up is folded on Base. */
  setupFolded: 'setupFolded',
  /** The time of the last send that was cut off: milliseconds, UTC. */
  cutOff: 'cutOff',
} as const;
