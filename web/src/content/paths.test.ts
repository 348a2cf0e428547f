import { expect, test } from 'vitest'
import { apiOf, EVERY_PAGE } from '../routing'
import { faq, notices, search } from './pages'
import { searchTermIn } from './paths'

const query = (text: string) => new URLSearchParams(text)

test.each([
  ['', ''],
  ['q=', ''],
  ['q=+++', ''],
  ['q=++%ED%99%98%EB%B6%88++%EA%B8%B0%EC%A4%80+', '환불 기준'],
  [`q=${'가'.repeat(60)}`, '가'.repeat(50)],
  [`q=${'😀'.repeat(60)}`, '😀'.repeat(50)],
])('the search term of %j is %j', (text, term) => {
  expect(searchTermIn(query(text))).toBe(term)
})

test.each([
  [notices, '', '/api/v1/notices?page=1'],
  [notices, 'page=3&q=%EC%A0%90%EA%B2%80', '/api/v1/notices?page=3&q=%EC%A0%90%EA%B2%80'],
  [notices, 'page=0', '/api/v1/notices?page=1'],
  [notices, 'page=1000000', '/api/v1/notices?page=1'],
  [faq, 'category=payment', '/api/v1/faqs?page=1&category=payment'],
  [faq, 'category=nonsense', '/api/v1/faqs?page=1'],
  [search, 'q=a%26b', '/api/v1/search?q=a%26b&page=1'],
])('the address of %o asks with %j for %j', (page, text, path) => {
  expect(apiOf(page, query(text)).slice(EVERY_PAGE.length)).toEqual([path])
})

test('a search for nothing asks for nothing', () => {
  expect(apiOf(search, query('q=+'))).toEqual(EVERY_PAGE)
})
