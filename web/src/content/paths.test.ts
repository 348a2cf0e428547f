import { expect, test } from 'vitest'
import { faqsApi, noticesApi, searchApi, soughtIn } from './paths'

const query = (text: string) => new URLSearchParams(text)

test.each([
  ['', ''],
  ['q=', ''],
  ['q=+++', ''],
  ['q=++%ED%99%98%EB%B6%88++%EA%B8%B0%EC%A4%80+', '환불 기준'],
  [`q=${'가'.repeat(60)}`, '가'.repeat(50)],
  [`q=${'😀'.repeat(60)}`, '😀'.repeat(50)],
])('of %j it is %j that is sought', (text, sought) => {
  expect(soughtIn(query(text))).toBe(sought)
})

test.each([
  [noticesApi, '', '/api/v1/notices?page=1'],
  [noticesApi, 'page=3&q=%EC%A0%90%EA%B2%80', '/api/v1/notices?page=3&q=%EC%A0%90%EA%B2%80'],
  [noticesApi, 'page=0', '/api/v1/notices?page=1'],
  [noticesApi, 'page=1000000', '/api/v1/notices?page=1'],
  [faqsApi, 'category=payment', '/api/v1/faqs?page=1&category=payment'],
  [faqsApi, 'category=nonsense', '/api/v1/faqs?page=1'],
])('%o asks for %j by %j', (api, text, path) => {
  expect(api(query(text))).toBe(path)
})

test('nothing is asked for where nothing is sought', () => {
  expect(searchApi(query('q=+'))).toEqual([])
  expect(searchApi(query('q=a%26b'))).toEqual(['/api/v1/search?q=a%26b&page=1'])
})
