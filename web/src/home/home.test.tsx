import { within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { aContentPage, aPlan } from '../../tests/builders'
import { main } from '../../tests/page'
import { renderAt } from '../../tests/render'
import { answer, configIs, plansAre, refuse, shop, troublesAre } from '../../tests/shop'

const cell = (text: string) => `<td>${text}</td>`
const COMPARISON = `<div class="table-scroll" role="group" tabindex="0" aria-label="표 1"><table>
<thead><tr><th scope="col"></th><th scope="col">고정 IP VPN</th><th scope="col">유동 IP VPN</th></tr></thead>
<tbody><tr>${cell('IP 주소')}${cell('늘 같은 하나')}${cell('접속할 때마다 다름')}</tr></tbody>
</table></div>`

const written = (differs: Parameters<typeof aContentPage>[0]) =>
  shop.use(http.get('/api/v1/content-pages/home', () => answer(aContentPage(differs))))

test('the home page shows the texts of the operator', async () => {
  written({
    sections: [{ id: 'a', title: '세 단계입니다', html: '<ol><li><p><strong>결제</strong></p></li></ol>' }],
    questions: [{ slug: 'refund', question: '환불되나요?', html: '<p>됩니다.</p>' }],
  })

  await renderAt('/')

  expect(main().getByRole('heading', { level: 1 }).textContent).toBe('내 기기를 통신사\n고정 IP에 잇습니다')
  expect(main().getByRole('link', { name: '고정 IP VPN 보기' }).getAttribute('href')).toBe('/static-ip')
  expect(main().getByRole('region', { name: '세 단계입니다' }).textContent).toContain('결제')
  expect(main().getByText('환불되나요?')).toBeTruthy()
  expect(main().getByText('됩니다.')).toBeTruthy()
})

test('a comparison leaves out products that are not on sale', async () => {
  shop.use(configIs({ dynmYn: 'Y' }))
  written({ sections: [{ id: 'a', title: '비교', html: COMPARISON }] })
  const both = await renderAt('/')
  expect(main().getByText('접속할 때마다 다름')).toBeTruthy()
  both.unmount()

  shop.use(configIs({ dynmYn: 'N' }))
  const one = await renderAt('/')
  expect(main().getByText('늘 같은 하나')).toBeTruthy()
  expect(main().queryByText('접속할 때마다 다름')).toBeNull()
  one.unmount()

  shop.use(configIs({ sttcYn: 'N', dynmYn: 'N' }))
  await renderAt('/')
  expect(main().queryByRole('region', { name: '비교' })).toBeNull()
})

test('with the static product switched off, the alternative headline is shown', async () => {
  shop.use(configIs({ sttcYn: 'N' }))
  written({ texts: { headline: '고정 IP', headlineWithoutStatic: '통신사 IP', button: '보기' } })

  await renderAt('/')

  expect(main().getByRole('heading', { level: 1 }).textContent).toBe('통신사 IP')
  expect(main().queryByRole('link', { name: '보기' })).toBeNull()
})

test('without any texts the page still works', async () => {
  shop.use(http.get('/api/v1/content-pages/home', () => refuse(404, 'not_found', '찾을 수 없습니다.')))

  await renderAt('/')

  expect(
    main()
      .getAllByRole('heading')
      .map((heading) => heading.textContent),
  ).toEqual(['이음'])
  expect(main().getByText('33,000')).toBeTruthy()
})

test('the first paragraph of an answer is open, and the rest can be unfolded', async () => {
  written({
    questions: [
      {
        slug: 'speed',
        question: '빠른가요?',
        html: '<p>회선에 따라 다릅니다.</p>\n<p>이렇게 재 봅니다.</p>',
      },
      { slug: 'refund', question: '환불되나요?', html: '<p>됩니다.</p>' },
    ],
  })

  await renderAt('/')

  expect(main().getByText('회선에 따라 다릅니다.').closest('details')).toBeNull()
  expect(main().getByText('이렇게 재 봅니다.').closest('details')).not.toBeNull()
  expect(main().getAllByText('더 자세히')).toHaveLength(1)
})

test('links of a text to pages that are switched off become plain words', async () => {
  const questions = [
    {
      slug: 'how',
      question: '어떻게 사나요?',
      html: '<p><a href="/static-ip">상품</a>과 <a href="/guide">안내</a></p>',
    },
  ]
  shop.use(configIs({ sttcYn: 'N' }))
  written({ questions })

  await renderAt('/')

  expect(main().getByText(/상품/).querySelector('a')?.getAttribute('href')).toBe('/guide')
  expect(main().getByText('상품과', { exact: false }).textContent).toBe('상품과 안내')
})

test('beside the button stand savings, refund, no fee, and how many addresses are free', async () => {
  shop.use(plansAre([aPlan({ stock: 30 }), aPlan({ id: 2, stock: 1_204 })]))
  written({ texts: { button: '보기', noSetupFee: '가입비 없음' } })

  const law = await renderAt('/')
  const facts = main()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(facts).toEqual([
    '지금 바로 받을 수 있는 IP 1,234개 이상',
    '12개월 결제하면 66,000원 절약',
    '가입비 없음',
    '하루 단위로 계산해 환불합니다.',
  ])
  law.unmount()

  shop.use(
    configIs({ refundRuleInShort: '접속한 뒤에는 환불되지 않습니다.' }),
    plansAre([aPlan({ stock: 0 })]),
  )
  await renderAt('/')
  expect(main().getByText('접속한 뒤에는 환불되지 않습니다.')).toBeTruthy()
  expect(main().queryByText(/받을 수 있는 IP/)).toBeNull()
})

test('situations are shown where the fixed product is sold, and the seller only in the footer', async () => {
  const texts = { situationsTitle: '이런 때', allowTitle: '허용 목록', allowText: '주소 하나로 보입니다.' }
  written({ texts })
  const sold = await renderAt('/')
  expect(main().getByRole('region', { name: '이런 때' }).textContent).toContain('주소 하나로 보입니다.')
  expect(main().queryByText('주식회사 이음네트웍스')).toBeNull()
  sold.unmount()

  shop.use(configIs({ sttcYn: 'N' }))
  await renderAt('/')
  expect(main().queryByRole('region', { name: '이런 때' })).toBeNull()
})

test('whoever comes while something is wrong reads it at the top, and where more is told', async () => {
  shop.use(
    troublesAre([
      { parts: ['payment'], state: 'down', title: '카드 결제 지연', words: '확인하고 있습니다.' },
    ]),
  )
  const ill = await renderAt('/')
  const told = main().getByRole('region', { name: '서비스 상태 안내' })
  expect(told.textContent).toContain('카드 결제 지연')
  expect(told.textContent).toContain('확인하고 있습니다.')
  expect(within(told).getByRole('link').getAttribute('href')).toBe('/status')
  ill.unmount()

  // A box of the version before has no such call.
  for (const nothing of [
    troublesAre([]),
    http.get('/api/v1/status/troubles', () => refuse(404, 'not_found', '찾을 수 없습니다.')),
  ]) {
    shop.use(nothing)
    const well = await renderAt('/')
    expect(main().getByRole('heading', { level: 1 }).textContent).toContain('고정 IP')
    expect(main().queryByRole('region', { name: '서비스 상태 안내' })).toBeNull()
    well.unmount()
  }
})
