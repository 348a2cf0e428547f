import { expect, test } from 'vitest'
import { legalText } from './legal-text'

test('articles are anchored by their number, other headings as the server has it', () => {
  const { html, headings } = legalText(
    '<h2 id="제1장-총칙">제1장 총칙</h2>\n<h3 id="제1조-목적">제1조 (목적)</h3><p>하나</p>' +
      '<h3 id="제2조의2-특례">제2조의2 (특례 &amp; 예외)</h3><h2 id="부칙">부칙</h2>',
  )

  expect(headings).toEqual([
    { id: '제1장-총칙', title: '제1장 총칙', isDeeper: false },
    { id: '제1조', title: '제1조 (목적)', isDeeper: true },
    { id: '제2조의2', title: '제2조의2 (특례 & 예외)', isDeeper: true },
    { id: '부칙', title: '부칙', isDeeper: false },
  ])
  expect(html).toContain('<h3 id="제1조">제1조 (목적)</h3><p>하나</p>')
})

test('the first heading about refunds is where the footer leads, whatever its number is', () => {
  const { html } = legalText('<h3 id="a">제9조 (청약철회와 환불)</h3><h3 id="b">제10조 (포인트의 환불)</h3>')

  expect(html).toContain('<h3 id="제9조"><span id="refund"></span>제9조 (청약철회와 환불)</h3>')
  expect(html.match(/id="refund"/g)).toHaveLength(1)
})

test('a text without headings stays as it is', () => {
  expect(legalText('<p>제1조에 따라</p>')).toEqual({ html: '<p>제1조에 따라</p>', headings: [] })
})
