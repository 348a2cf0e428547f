import { expect, test } from 'vitest'
import { wholeText } from './whole-text'

test('links to articles of the text itself become words, other links stay', () => {
  const html = '<p>(<a href="#제5조">제5조</a>) <a href="/privacy/policy">처리방침</a></p>'

  const shown = wholeText({ edition: '2026-11-22', title: '이용약관', effectiveFrom: '2026-11-22', html })

  expect(shown).toEqual({
    name: expect.stringContaining('이용약관 전문'),
    html: '<p>(제5조) <a href="/privacy/policy">처리방침</a></p>',
  })
})
