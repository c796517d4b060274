import { test } from './support/test.ts';

// Each of these must fail, or complaints of the browser would go unnoticed in every other test.
test.fail('a breach of the content security policy fails the test', async ({ page }) => {
  await page.goto('/signin');
  await page.evaluate(() => {
    const picture = document.createElement('img');
    const refused = new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', resolve);
    });
    picture.src = 'http://elsewhere.test/picture.png';
    document.body.append(picture);
    return refused.then(() => undefined);
  });
});

test.fail('an error in the page fails the test', async ({ page }) => {
  await page.goto('/signin');
  const broke = page.waitForEvent('pageerror');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('Planted by a test.');
    });
  });
  await broke;
});
