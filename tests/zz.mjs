import { chromium } from '@playwright/test';
const base = 'http://localhost:4781';
const login = await (
  await fetch(base + '/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'booking-officer@hanya.test', password: 'hanya-demo-pass' }),
  })
).json();
const auth = { authorization: 'Bearer ' + login.token };
const list = await (
  await fetch(base + '/api/v1/booking?limit=10&_boolpaid=false', { headers: auth })
).json();
const b = list.data[1];
const t = await (await fetch(base + `/api/v1/booking/${b._id}/ticket`, { headers: auth })).json();
const code = t.data.address.split('/t/')[1];
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
const errors = [];
page.on('console', (m) => m.type() === 'error' && errors.push(m.text()));
await page.goto(`${base}/t/${code}?lang=yo`);
await page.screenshot({ path: '/tmp/q-yo.png', fullPage: true });
await page.goto(`${base}/t/${code}/more?lang=ha`);
await page.fill('#proof', b.phoneNo.replace(/\D/g, '').slice(-4));
await page.click('form button.pay');
await page.selectOption('#ground', 'amount');
await page.fill('#words', 'Kuɗin ba daidai ba ne.');
await page.click('nav.languages button:has-text("Yorùbá")');
console.log(
  'kept',
  await page.inputValue('#words'),
  await page.inputValue('#ground'),
  page.url(),
  await page.locator('html').getAttribute('lang'),
);
await page.screenshot({ path: '/tmp/q-open.png', fullPage: true });
await page.click('nav.languages button:has-text("Hausa")');
await page.click('form#written button.pay');
console.log(await page.locator('h2').allTextContents(), page.url());
await page.screenshot({ path: '/tmp/q-sent.png', fullPage: true });
await page.goto(`${base}/t/${code}/more?lang=ha`);
await page.fill('#proof', 'zz');
await page.click('nav.languages button:has-text("Igbo")');
await page.screenshot({ path: '/tmp/q-proof.png' });
console.log(await page.locator('.wrong').count());
const desk = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await desk.goto(base + '/');
await desk.getByLabel('Email').fill('state-admin@hanya.test');
await desk.getByLabel('Password', { exact: true }).fill('hanya-demo-pass');
await desk.getByRole('button', { name: 'Login' }).click();
await desk.waitForURL(/base|dashboard|\/$/, { timeout: 20000 }).catch(() => {});
await desk.waitForTimeout(2500);
await desk.goto(base + '/organisation');
await desk.waitForTimeout(2500);
await desk.screenshot({ path: '/tmp/q-org.png', fullPage: true });
await desk.setViewportSize({ width: 390, height: 844 });
await desk.waitForTimeout(800);
await desk.screenshot({ path: '/tmp/q-org390.png', fullPage: true });
await desk.setViewportSize({ width: 1440, height: 900 });
await desk.goto(base + '/unpaid');
await desk.waitForTimeout(2000);
await desk.goto(base + `/unpaid?open=${b._id}`);
await desk.waitForTimeout(1000);
await desk.goto(`${base}/unpaid/${b._id}`);
await desk.waitForTimeout(2500);
await desk.screenshot({ path: '/tmp/q-pop.png' });
const show = desk.getByRole('button', { name: 'Show to driver' }).first();
if (await show.count()) {
  await show.click();
  await desk.waitForTimeout(2500);
  await desk.screenshot({ path: '/tmp/q-show.png' });
  const h = desk.getByRole('button', { name: 'Hausa' });
  if (await h.count()) {
    await h.click();
    await desk.waitForTimeout(2500);
    await desk.setViewportSize({ width: 390, height: 844 });
    await desk.waitForTimeout(500);
    await desk.screenshot({ path: '/tmp/q-show-ha.png' });
  }
}
console.log(errors);
await browser.close();
