import { screen } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { aMember, aService } from '../../../tests/builders'
import { renderAt } from '../../../tests/render'
import { answerList, configIs, memberIs, shop } from '../../../tests/shop'

const PAGE = '/mypage/change-ip?page=1'

test.each([
  { what: 'whoever has a fixed IP', services: [aService()], offered: ['교체권 구매하기'] },
  { what: 'whoever has none', services: [], offered: ['고정 IP 보기'] },
])('$what is offered what they can use, and nothing else', async ({ services, offered }) => {
  shop.use(
    memberIs(aMember({ ipTicket: 0 })),
    configIs({ ticketYn: 'Y' }),
    http.get('/api/v1/services', () => answerList(services)),
    http.get('/api/v1/ip-changes', () => answerList([])),
  )
  await renderAt(PAGE)

  const links = ['교체권 구매하기', '고정 IP 보기'].filter((name) => screen.queryByRole('link', { name }))
  expect(links).toEqual(offered)
})
