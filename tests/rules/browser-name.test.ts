import { expect, test } from 'vitest';
import { browserName } from '#server/http/browser-name.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36';

test.each([
  [`${windows} (KHTML, like Gecko) Chrome/140.0 Safari/537.36`, 'Chrome on Windows'],
  [`${windows} (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-A165F) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  ['curl/8.9', 'Unknown browser'],
  ['', 'Unknown browser'],
])('%s is %s', (agent, device) => {
  expect(browserName(agent)).toBe(device);
});
