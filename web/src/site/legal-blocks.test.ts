import { expect, test } from 'vitest'
import { blocksOf } from './legal-blocks'

const kinds = (text: string) => blocksOf(text).map((block) => [block.kind, block.text])

test('chapters and articles are headings, and an article keeps what follows on its line', () => {
  expect(
    kinds('제1장 총칙\n제1조 (목적) 이 약관은 조건을 정합니다.\n\n제2조(정의)\n① 회원\n② 서비스'),
  ).toEqual([
    ['chapter', '제1장 총칙'],
    ['heading', '제1조 (목적)'],
    ['paragraph', '이 약관은 조건을 정합니다.'],
    ['heading', '제2조(정의)'],
    ['paragraph', '① 회원\n② 서비스'],
  ])
})

test('an article named in the middle of a sentence is no heading', () => {
  expect(kinds('이 법 제17조에 따라 환불합니다.')).toEqual([['paragraph', '이 법 제17조에 따라 환불합니다.']])
})

test('a numbered line that stands alone is a heading, a numbered list is none', () => {
  expect(kinds('1. 수집하는 항목\n아이디, 이름\n\n1. 하나\n2. 둘')).toEqual([
    ['heading', '1. 수집하는 항목'],
    ['paragraph', '아이디, 이름'],
    ['paragraph', '1. 하나\n2. 둘'],
  ])
})

test('what begins with a dash is an item of its own', () => {
  expect(kinds('다음을 수집합니다.\n- 아이디\n· 이름\n-5도')).toEqual([
    ['paragraph', '다음을 수집합니다.'],
    ['item', '아이디'],
    ['item', '이름'],
    ['paragraph', '-5도'],
  ])
})

test('articles without empty lines between them are told apart', () => {
  expect(kinds('제1조 (목적)\r\n하나입니다.\r\n제2조 (정의)\r\n둘입니다.')).toEqual([
    ['heading', '제1조 (목적)'],
    ['paragraph', '하나입니다.'],
    ['heading', '제2조 (정의)'],
    ['paragraph', '둘입니다.'],
  ])
})

test.each(['', '  \n\n  '])('%j is nothing', (text) => expect(blocksOf(text)).toEqual([]))
