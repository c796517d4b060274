/**
 * The oldest browsers that hold. The build writes for them, and `npm run check` looks for features
 * that they lack. Chrome 109 is the last for Windows 7 and 8. Safari 16.4 runs on an iPhone 8 and
 * X. Samsung Internet 21 has the engine of Chrome 110.
 */
export const oldestBrowsers = {
  chrome: '109',
  firefox: '128',
  safari: '16.4',
  samsung: '21',
} as const;
