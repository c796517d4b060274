import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { callAddress } from '#web/api/call-address.ts';
import { readSettings } from '#web/device/settings.ts';

test('a parameter is escaped, so that it cannot lead elsewhere', () => {
  expect(callAddress('/api/v1/booking/:id', { id: 'a/b?c' })).toBe('/api/v1/booking/a%2Fb%3Fc');
});

test.each(Object.values(endpoints).map(({ path }) => path))(
  '241a: %s is called on the host of the page, whatever its parameters',
  (path) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(names.map((name) => [name, '//elsewhere.example/']));
    const { origin, pathname } = new URL(callAddress(path, params), 'https://hanya.example');
    expect(origin).toBe('https://hanya.example');
    expect(pathname).toMatch(/^\/api\//);
  },
);

test('what is empty or not given stays out of the query', () => {
  const query = { limit: 10, page: 1, _searchname: '', _boolpaid: undefined };
  expect(callAddress('/api/v1/booking', {}, query)).toBe('/api/v1/booking?limit=10&page=1');
});

test('a search is escaped', () => {
  expect(callAddress('/x', {}, { _searchname: 'a&b=1 %' })).toBe('/x?_searchname=a%26b%3D1+%25');
});

test('settings that cannot be read fall back to the quiet ones', () => {
  const quiet = {
    authorityName: 'State Traffic Authority',
    guest: false,
    demo: false,
    mapTilesUrl: '',
    mapTilesCredit: '',
    mapTiles: '',
    mapAreas: '',
    serviceWorker: false,
    version: '',
    firstYear: 0,
  };
  expect(readSettings(undefined)).toEqual(quiet);
  expect(readSettings('__HANYA_SETTINGS__')).toEqual(quiet);
  expect(readSettings('{"authorityName":"","guest":true,"demo":true}')).toEqual(quiet);
});

test('settings come from the page', () => {
  const text =
    '{"authorityName":"Kaduna State Traffic Authority","guest":true,"demo":false,"mapTilesUrl":"https://tiles.example/{z}/{x}/{y}.png","mapTilesCredit":"Makers","mapTiles":"","mapAreas":"","serviceWorker":true,"version":"1.0.0","modules":"all","firstYear":2026}';
  expect(readSettings(text)).toMatchObject({ guest: true, demo: false, version: '1.0.0' });
});
