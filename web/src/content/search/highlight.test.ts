import { expect, test } from 'vitest'
import { piecesOf } from './highlight'

const marked = (text: string, term: string) =>
  piecesOf(text, term)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('')

test.each([
  ['환불은 어떻게 계산하나요?', '환불', '[환불]은 어떻게 계산하나요?'],
  ['환불 안내', '환불은', '[환불] 안내'],
  ['정기결제 해지와 결제수단', '결제', '정기[결제] 해지와 [결제]수단'],
  ['고정 IP와 유동 ip', 'IP', '고정 [IP]와 유동 [ip]'],
  ['카드 결제와 카드 변경', '카드 변경', '[카드] 결제와 [카드] [변경]'],
  ['정기결제 결제', '결제 정기결제', '[정기결제] [결제]'],
  ['1,000원 (부가세)', '(부가세)', '1,000원 [(부가세)]'],
  ['a.b와 axb', 'a.b', '[a.b]와 axb'],
  ['10% 할인', '%', '10[%] 할인'],
  ['아무 데도 없는 말', '환불', '아무 데도 없는 말'],
  ['환불 안내', '', '환불 안내'],
  ['환희', '환불', '환희'],
])('in %j a search for %j marks %j', (text, term, expected) => {
  expect(marked(text, term)).toBe(expected)
})

test('whatever is searched for, the pieces joined are the text again', () => {
  const text = 'IP를 (여러 개) [사면] \\ ^$.*+?{} | / 10% 할인'
  for (const term of ['(', '[사면]', '\\', '^$', '.*', '{}|', '/', 'IP를 10% 개)'])
    expect(
      piecesOf(text, term)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
})
