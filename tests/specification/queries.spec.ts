import type { Request } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/test.ts';
import { title } from './screen.ts';

const asks = (path: string) => (request: Request) =>
  new URL(request.url()).pathname === path && request.method() === 'GET';
const queryOf = (request: Request) => Object.fromEntries(new URL(request.url()).searchParams);

for (const { path, call, filters, search } of [
  { path: '/unpaid', call: 'booking', filters: { _boolpaid: 'false' }, search: '_searchname' },
  {
    path: '/paid',
    call: 'booking',
    filters: { _boolpaid: 'true', _boolcompleted: 'false' },
    search: '_searchname',
  },
  {
    path: '/completed',
    call: 'booking',
    filters: { _boolcompleted: 'true' },
    search: '_searchname',
  },
  { path: '/collisions', call: 'collision', filters: {}, search: '_searchfirstName' },
  { path: '/admin', call: 'users', filters: {}, search: '_searchfirstName' },
]) {
  test(`the list at ${path} asks with limit, page, its filters and its search`, async ({
    page,
    signIn,
  }) => {
    await signIn('state admin');
    const asked = page.waitForRequest(asks(`/api/v1/${call}`));
    await page.goto(path);
    expect(queryOf(await asked)).toEqual({ limit: '10', page: '1', ...filters });

    const sought = page.waitForRequest(
      (request) => asks(`/api/v1/${call}`)(request) && search in queryOf(request),
    );
    await page.getByRole('searchbox').fill('danladi');
    expect(queryOf(await sought)).toEqual({
      limit: '10',
      page: '1',
      ...filters,
      [search]: 'danladi',
    });
  });
}

test('the unpaid page starts a sweep of the open bills', async ({ page, signIn }) => {
  await signIn('booking officer');
  const sweep = page.waitForRequest(asks('/api/v1/booking/check'));
  await page.goto('/unpaid');
  await expect(title(page, 'Unpaid Bookings')).toBeVisible();
  await sweep;
});

test('the feed asks for 12 bookings', async ({ page, signIn }) => {
  await signIn('booking officer');
  const feed = page.waitForRequest(
    (request) => asks('/api/v1/booking')(request) && queryOf(request)['limit'] === '12',
  );
  await page.goto('/');
  await feed;
});

test('Personnel asks for those who were active last', async ({ page, signIn }) => {
  await signIn('booking officer');
  const people = page.waitForRequest(asks('/api/v1/users'));
  await page.goto('/');
  expect(queryOf(await people)).toMatchObject({ sort: '-lastActive' });
});
