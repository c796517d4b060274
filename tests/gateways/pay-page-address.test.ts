import { expect, test } from 'vitest';
import { isOwnPage } from '#server/gateways/pay-page-address.ts';

const real = { url: 'https://api.paykaduna.com', pages: ['paykaduna.com'] };
const here = { url: 'http://127.0.0.1:4500', pages: ['pay.example'] };

test.each([
  ['https://paykaduna.com/i/1', real],
  ['https://portal.paykaduna.com/i/1', real],
  ['http://127.0.0.1:4400/sandbox/pay/1', here],
  ['http://localhost:8080/pay/1', here],
  ['https://pay.example/1', here],
])('the offender may be sent to %s', (page, place) => {
  expect(isOwnPage(page, place)).toBe(true);
});

test.each([
  ['http://paykaduna.com/i/1', real],
  ['https://paykaduna.com.evil.example/i/1', real],
  ['https://evilpaykaduna.com/i/1', real],
  ['https://evil.example/?paykaduna.com', real],
  ['https://paykaduna.com@evil.example/', real],
  ['http://127.0.0.1:4400/i/1', real],
  ['javascript:alert(1)//paykaduna.com', real],
  ['nowhere', real],
  ['ftp://127.0.0.1/x', here],
])('but never to %s', (page, place) => {
  expect(isOwnPage(page, place)).toBe(false);
});
