import { expect, test } from 'vitest';
import { collectSecrets, mask } from '../../../adapters/browser/secrets/collect-secrets.ts';
import { describeUrl } from '../../../adapters/browser/secrets/describe-url.ts';

test.for([
  { url: 'https://shop.example/cart?page=2', from: 'https://shop.example/', expected: '/cart?page=2' },
  { url: 'https://shop.example/cart', from: 'http://shop.example/', expected: 'https://shop.example/cart' },
  { url: 'https://ada:hunter2@shop.example/', from: undefined, expected: 'https://shop.example/' },
  {
    url: 'https://shop.example/?password=hunter2&q=1',
    from: undefined,
    expected: 'https://shop.example/?password=***&q=1',
  },
  { url: 'https://shop.example/?access_token=x', from: undefined, expected: 'https://shop.example/?access_token=***' },
  {
    url: 'https://shop.example/cb?code=x&state=y',
    from: undefined,
    expected: 'https://shop.example/cb?code=***&state=***',
  },
  {
    url: 'https://shop.example/?zipcode=1&keyword=k',
    from: undefined,
    expected: 'https://shop.example/?zipcode=1&keyword=k',
  },
  { url: 'https://shop.example/#/cart', from: 'https://shop.example/', expected: '/#/cart' },
  { url: 'https://shop.example/#access_token=x', from: 'https://shop.example/', expected: '/#***' },
  { url: 'about:blank', from: undefined, expected: 'about:blank' },
  { url: 'http://ada:hunter2@', from: undefined, expected: '(unreadable address)' },
  { url: 'data:text/html,secret', from: undefined, expected: 'data:' },
  { url: 'file:///home/ada/notes', from: undefined, expected: 'file:' },
])('$url is shown as $expected', ({ url, from, expected }) => {
  expect(describeUrl(url, from)).toBe(expected);
});

test('a very long address is cut', () => {
  expect(describeUrl(`https://shop.example/${'x'.repeat(5_000)}`).length).toBeLessThanOrEqual(300);
});

test.for([
  { payload: { password: 'hunter2' }, typed: false, text: 'got hunter2', expected: 'got ***' },
  {
    payload: { credentials: { user: 'adal', secret: 'a b&c' } },
    typed: false,
    text: '?x=a%20b%26c',
    expected: '?x=***',
  },
  { payload: { text: 'hunter2' }, typed: true, text: 'typed hunter2', expected: 'typed ***' },
  { payload: { text: 'shoes' }, typed: false, text: '/search/shoes', expected: '/search/shoes' },
  { payload: { steps: [{ payload: { value: 'hunter2' } }] }, typed: true, text: 'hunter2', expected: '***' },
  { payload: { password: 'abc' }, typed: true, text: 'abcdef', expected: '***def' },
  { payload: { text: 'abc' }, typed: true, text: 'abcdef', expected: 'abcdef' },
  { payload: { password: "a b&c's!" }, typed: false, text: '/in?p=a+b%26c%27s%21', expected: '/in?p=***' },
  { payload: { password: "a b&c's!" }, typed: false, text: "/in?p=a%20b&c's!", expected: '/in?p=***' },
  { payload: { password: "a b&c's!" }, typed: false, text: "/in?p=a%20b%26c's!", expected: '/in?p=***' },
  { payload: { password: 'half \ud83d' }, typed: false, text: '/in?p=half+%EF%BF%BD', expected: '/in?p=***' },
  { payload: { selectors: { password: '#pass' } }, typed: true, text: 'no #pass', expected: 'no #pass' },
  { payload: { password: 'hunter2' }, typed: false, text: 'cut short: hunte', expected: 'cut short: ***' },
  { payload: { password: 'hunter2' }, typed: false, text: 'cut short: hunte…', expected: 'cut short: ***' },
  { payload: { password: 'hunter2' }, typed: false, text: 'a hun', expected: 'a hun' },
  { payload: { password: '' }, typed: false, text: 'abcdef', expected: 'abcdef' },
])('from $text the secrets of $payload are taken out (typed: $typed)', ({ payload, typed, text, expected }) => {
  expect(mask(text, collectSecrets(payload, typed))).toBe(expected);
});
