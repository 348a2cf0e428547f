import { ed25519 } from '@noble/curves/ed25519.js'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aMember } from '../../tests/builders'
import { main, press } from '../../tests/page'
import { address, renderAt } from '../../tests/render'
import { answer, answerList, memberIs, refuse, shop } from '../../tests/shop'
import type { Certificate, CertificateItem, Verified } from '../api/types'
import { maskedName } from './masked-name'

const NUMBER = '0A1B-2C3D-4E5F-6071-8293-A4B5-C6D7-E8F9'

const aDocument = (differs: Partial<Certificate['document']> = {}): Certificate['document'] => ({
  kind: 'ieum-certificate',
  format: 1,
  number: NUMBER,
  version: 1,
  issued: '2026-11-24T03:00:00Z',
  issuer: { site: '이음', company: '이음네트웍스', registration: '123-45-67891', url: 'https://shop.test' },
  holder: '홍*동',
  masked: true,
  address: '203.0.113.10',
  carrier: 'KT',
  region: '서울',
  from: '2026-11-20T05:05:00Z',
  until: null,
  state: 'in_use',
  paidUntil: '2026-12-20T15:00:00Z',
  proof: { at: '2026-11-23T18:00:00Z', how: 'call' },
  log: null,
  ...differs,
})

const aVerified = (differs: Partial<Verified> = {}): Verified => ({
  number: NUMBER,
  state: 'in_use',
  version: 1,
  issuedAt: '2026-11-24T03:00:00Z',
  holder: '홍*동',
  address: '203.0.113.10',
  carrier: 'KT',
  region: '서울',
  from: '2026-11-20T05:05:00Z',
  until: null,
  paidUntil: '2026-12-20T15:00:00Z',
  ...differs,
})

const anItem = (differs: Partial<CertificateItem> = {}): CertificateItem => ({
  number: NUMBER,
  version: 1,
  issuedAt: '2026-11-24T03:00:00Z',
  holder: '홍*동',
  address: '203.0.113.10',
  carrier: 'KT',
  from: '2026-11-20T05:05:00Z',
  until: null,
  state: 'in_use',
  ...differs,
})

const shownAs = (document: Certificate['document']) =>
  http.get(`/api/v1/certificates/${NUMBER}`, () =>
    answer({
      document,
      keyId: '21fe31dfa154a261',
      signature: 'c2ln',
      verifyUrl: `https://shop.test/verify#${NUMBER}`,
    }),
  )

const fact = (name: string) => main().getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

beforeEach(() => shop.use(memberIs(aMember({ mberNm: '홍길동' }))))

test('the list names each certificate with its state, and leads to its sheet', async () => {
  const ended = anItem({ state: 'ended', until: '2026-11-22T00:00:00Z', version: 2 })
  shop.use(http.get('/api/v1/certificates', () => answerList([ended])))
  await renderAt('/mypage/certificates?page=1')

  const row = within(within(screen.getByRole('list', { name: '발급한 확인서' })).getByRole('listitem'))
  expect(row.getByText('이용 종료')).toBeTruthy()
  expect(row.getByText('2026.11.24 12:00 갱신')).toBeTruthy()
  const period = row.getByText('2026.11.20 14:05 ~ 2026.11.22 09:00')
  expect(period.parentElement?.textContent).toBe('KT · 홍*동 · 2026.11.20 14:05 ~ 2026.11.22 09:00')
  expect(row.getByRole('link').getAttribute('href')).toBe(`/mypage/certificates/${NUMBER}`)
})

test('a member without certificates is told what one is for', async () => {
  shop.use(http.get('/api/v1/certificates', () => answerList([])))
  await renderAt('/mypage/certificates?page=1')

  expect(screen.getByText('아직 발급하신 확인서가 없습니다.')).toBeTruthy()
  expect(main().getAllByRole('link', { name: '확인서 발급' })).toHaveLength(1)
})

/** Two addresses of one service, the later one first. */
const SPANS = [
  {
    id: 8,
    address: '203.0.113.11',
    carrier: 'KT',
    region: '서울',
    from: '2026-11-22T00:00:00Z',
    until: null,
    paidUntil: '2026-12-20T15:00:00Z',
    state: 'in_use',
  },
  {
    id: 7,
    address: '203.0.113.10',
    carrier: 'KT',
    region: '서울',
    from: '2026-11-20T05:05:00Z',
    until: '2026-11-22T00:00:00Z',
    paidUntil: null,
    state: 'ended',
  },
]

const chooseFrom = () =>
  http.get('/api/v1/certificates/choices', () =>
    answerList([{ serviceId: 5, planName: '고정 IP VPN', spans: SPANS }]),
  )

test('the chosen address and name are sent, and the sheet is shown', async () => {
  const sent: unknown[] = []
  shop.use(
    http.get('/api/v1/certificates/choices', ({ request }) => {
      sent.push(new URL(request.url).search)
      return answerList([{ serviceId: 5, planName: '고정 IP VPN', spans: SPANS }])
    }),
    http.post('/api/v1/certificates', async ({ request }) => {
      sent.push(await request.json())
      return answer({ number: NUMBER }, 201)
    }),
    shownAs(aDocument()),
  )
  await renderAt('/mypage/certificates/new?serviceId=5')

  await userEvent.click(screen.getByRole('radio', { name: /203\.0\.113\.10/ }))
  await userEvent.click(screen.getByRole('radio', { name: /홍\*동/ }))
  await press('확인서 발급')

  await waitFor(() => expect(address()).toBe(`/mypage/certificates/${NUMBER}`))
  expect(sent).toEqual(['?service=5&page=1', { serviceId: 5, spanId: 7, name: 'masked' }])
})

test('what is chosen is in the address of the form, and is there after a reload', async () => {
  shop.use(chooseFrom())
  const form = '/mypage/certificates/new?serviceId=5'
  window.history.replaceState(null, '', form)
  const { unmount } = await renderAt(form)
  await userEvent.click(screen.getByRole('radio', { name: /203\.0\.113\.10/ }))
  await userEvent.click(screen.getByRole('radio', { name: /홍\*동/ }))
  const kept = window.location.pathname + window.location.search
  window.history.replaceState(null, '', '/')
  unmount()

  await renderAt(kept)

  expect(kept).toBe(`${form}&span=7&name=masked`)
  expect(screen.getByRole('radio', { name: /203\.0\.113\.10/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('radio', { name: /홍\*동/ })).toHaveProperty('checked', true)
})

test('an address that is not among the choices leaves the first one chosen', async () => {
  shop.use(chooseFrom())
  await renderAt('/mypage/certificates/new?serviceId=5&span=99&name=none')

  expect(screen.getByRole('radio', { name: /203\.0\.113\.11/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('radio', { name: /이름을 모두/ })).toHaveProperty('checked', true)
})

test('two presses at once issue one certificate', async () => {
  const sent: unknown[] = []
  shop.use(
    chooseFrom(),
    http.post('/api/v1/certificates', async ({ request }) => {
      sent.push(await request.json())
      return answer({ number: NUMBER }, 201)
    }),
    shownAs(aDocument()),
  )
  await renderAt('/mypage/certificates/new?serviceId=5')

  const button = screen.getByRole('button', { name: '확인서 발급' })
  act(() => {
    fireEvent.click(button)
    fireEvent.click(button)
  })

  await waitFor(() => expect(address()).toBe(`/mypage/certificates/${NUMBER}`))
  expect(sent).toHaveLength(1)
})

test('a refusal stands beside the button', async () => {
  const spans = [{ ...anItem(), id: 8, region: '서울', paidUntil: null }]
  shop.use(
    http.get('/api/v1/certificates/choices', () =>
      answerList([{ serviceId: 5, planName: '고정 IP', spans }]),
    ),
    http.post('/api/v1/certificates', () =>
      refuse(429, 'too_many_certificates', '하루에 20건까지 발급할 수 있습니다.'),
    ),
  )
  await renderAt('/mypage/certificates/new')

  await press('확인서 발급')

  expect((await screen.findByRole('alert')).textContent).toBe('하루에 20건까지 발급할 수 있습니다.')
})

test('the sheet says what is signed, and has the code that leads to its number', async () => {
  shop.use(shownAs(aDocument()))
  await renderAt(`/mypage/certificates/${NUMBER}`)

  expect(main().getByRole('heading', { level: 1 }).textContent).toBe('고정 IP 이용 확인서')
  expect(fact('이용 기간')).toBe('2026.11.20 14:05부터 (이용 중)')
  expect(fact('결제된 기간')).toBe('2026.12.20까지')
  expect(fact('접속 확인')).toBe('2026.11.24 03:00 이 IP로 통신되는 것을 확인')
  expect(screen.getByRole('img', { name: '확인서 조회 QR 코드' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /원본/ }).getAttribute('href')).toBe(
    `/api/v1/certificates/${NUMBER}/certificate.json?version=1`,
  )
  expect(screen.getByRole('link', { name: '확인서 파일 내려받기' }).getAttribute('href')).toBe(
    `/api/v1/certificates/${NUMBER}/certificate-with-signature.json?version=1`,
  )
})

test('a proof of the address from before the time that is certified says so, and the name is as registered', async () => {
  shop.use(shownAs(aDocument({ proof: { at: '2026-11-19T18:00:00Z', how: 'call' } })))
  await renderAt(`/mypage/certificates/${NUMBER}`)

  expect(fact('접속 확인')).toBe('2026.11.20 03:00 이 IP로 통신되는 것을 확인 (이용 시작 전)')
  expect(screen.getByText(/회원이 등록한 이름이며, 신원을 확인한 이름은 아닙니다/)).toBeTruthy()
})

test('what is to be said of the proof of a demo stands in one bracket', async () => {
  shop.use(shownAs(aDocument({ proof: { at: '2026-11-19T18:00:00Z', how: 'sandbox' } })))
  await renderAt(`/mypage/certificates/${NUMBER}`)

  expect(fact('접속 확인')).toBe('2026.11.20 03:00 시험 환경 (실제 통신 아님, 이용 시작 전)')
})

test('a revoked one says so in the first sentence', async () => {
  shop.use(
    shownAs(aDocument({ state: 'revoked', until: '2026-11-21T00:00:00Z', paidUntil: null, version: 2 })),
  )
  await renderAt(`/mypage/certificates/${NUMBER}`)

  expect(screen.getByText(/이 확인서는 취소되었습니다/)).toBeTruthy()
  expect(fact('발급 일시')).toBe('2026.11.24 12:00 (2판)')
})

test('a number is looked up and its facts are shown', async () => {
  const asked: unknown[] = []
  shop.use(
    http.post('/api/v1/verify', async ({ request }) => {
      asked.push(await request.json())
      return answer(aVerified({ state: 'ended', until: '2026-11-22T00:00:00Z', paidUntil: null }))
    }),
  )
  await renderAt('/verify')

  await userEvent.type(screen.getByLabelText('확인서 번호'), '0a1b 2c3d')
  await press('조회')

  const sheet = within(await screen.findByRole('region', { name: '조회한 확인서' }))
  expect(asked).toEqual([{ number: '0a1b 2c3d' }])
  expect(sheet.getByText('203.0.113.10')).toBeTruthy()
  expect(fact('명의자')).toBe('홍*동')
  expect(fact('이용 기간')).toBe('2026.11.20 14:05 ~ 2026.11.22 09:00')
  expect(sheet.getByText(/이용이 끝난 IP입니다/)).toBeTruthy()
})

test('the number behind the # is looked up at once, and taken out of the address', async () => {
  const asked: unknown[] = []
  shop.use(
    http.post('/api/v1/verify', async ({ request }) => {
      asked.push(await request.json())
      return answer(aVerified())
    }),
  )
  window.history.replaceState(null, '', `/verify#${NUMBER}`)
  await renderAt('/verify')

  await screen.findByRole('region', { name: '조회한 확인서' })
  expect(asked).toEqual([{ number: NUMBER }])
  expect(window.location.hash).toBe('')
})

test.each([
  ['#%', '%'],
  ['#%E0%A4%A', '%E0%A4%A'],
  ['#0A1B-2C3D', '0A1B-2C3D'],
  [`#${'%20A'.repeat(60)}`, ' A'.repeat(40)],
])(
  '%s: what stands behind the # and is no number is answered like one that nobody has',
  async (hash, number) => {
    const asked: unknown[] = []
    shop.use(
      http.post('/api/v1/verify', async ({ request }) => {
        asked.push(await request.json())
        return refuse(404, 'certificate_not_found', '이 번호로 발급된 확인서가 없습니다.')
      }),
    )
    window.history.replaceState(null, '', `/verify${hash}`)
    await renderAt('/verify')

    expect((await screen.findByRole('alert')).textContent).toBe('이 번호로 발급된 확인서가 없습니다.')
    expect(asked).toEqual([{ number }])
    expect(screen.getByLabelText('확인서 번호')).toHaveProperty('value', number)
    expect(window.location.hash).toBe('')
  },
)

test('the place of the text, to which the first link of the page leads, is no number', async () => {
  window.history.replaceState(null, '', '/verify#content')
  await renderAt('/verify')

  expect(await screen.findByLabelText(/파일 선택/)).toBeTruthy()
  expect(screen.getByLabelText('확인서 번호')).toHaveProperty('value', '')
  expect(window.location.hash).toBe('#content')
})

test('whose holder has left shows nothing of them', async () => {
  const nothing = { version: null, issuedAt: null, holder: null, address: null, carrier: null, region: null }
  shop.use(
    http.post('/api/v1/verify', () =>
      answer({ ...nothing, number: NUMBER, state: 'holder_left', from: null, until: null, paidUntil: null }),
    ),
  )
  await renderAt('/verify')

  await userEvent.type(screen.getByLabelText('확인서 번호'), NUMBER)
  await press('조회')

  expect(await screen.findByText(/명의자가 이음을 탈퇴하여/)).toBeTruthy()
  expect(screen.queryByText('서명된 내용')).toBeNull()
})

test('an unknown number is answered where it was asked', async () => {
  shop.use(
    http.post('/api/v1/verify', () =>
      refuse(404, 'certificate_not_found', '이 번호로 발급된 확인서가 없습니다.'),
    ),
  )
  await renderAt('/verify')

  await userEvent.type(screen.getByLabelText('확인서 번호'), '1234')
  await press('조회')

  expect((await screen.findByRole('alert')).textContent).toBe('이 번호로 발급된 확인서가 없습니다.')
})

/** A document that is signed by a key of the shop's, as the two files that somebody has got. */
function signedFiles(document: object, changed = (text: string) => text): File[] {
  const { secretKey, publicKey } = ed25519.keygen()
  const text = `${JSON.stringify(document)}\n`
  const signature = ed25519.sign(new TextEncoder().encode(text), secretKey)
  const key = btoa(String.fromCharCode(...publicKey))
  const kid = '21fe31dfa154a261'
  shop.use(
    http.get('/.well-known/ieum-keys.json', () =>
      HttpResponse.json({
        keys: [{ kid, alg: 'Ed25519', key, pem: '', from: '2026-11-20T00:00:00Z', until: null }],
      }),
    ),
  )
  return [new File([changed(text)], 'a.json'), new File([new Uint8Array(signature)], 'a.sig')]
}

const NOW = { kind: 'ieum-now', address: '203.0.113.10', at: '2026-11-24T03:00:00Z' }

test('a file that the shop signed is told apart from one that was changed', async () => {
  await renderAt('/verify')

  await userEvent.upload(screen.getByLabelText(/파일 선택/), signedFiles(NOW))
  expect(await screen.findByText(/이음이 서명한 접속 증명이며 바뀌지 않았습니다/)).toBeTruthy()
  expect(screen.getByText('203.0.113.10')).toBeTruthy()

  const changed = signedFiles(NOW, (text) => text.replace('113.10', '113.11'))
  await userEvent.upload(screen.getByLabelText(/파일 선택/), changed)
  expect(await screen.findByText(/서명이 맞지 않습니다/)).toBeTruthy()
  expect(screen.queryByText('203.0.113.10')).toBeNull()
})

test.each([
  [
    { kind: 'ieum-log-head', day: '2026-11-23', count: 2, head: 'ab'.repeat(32), previous: 'cd'.repeat(32) },
    /이음이 서명한 2026\.11\.23의 고정 IP 기록 요약값이며 바뀌지 않았습니다.*이용 확인서나 접속 증명은 아닙니다/,
  ],
  [{ kind: 'ieum-later' }, /이음이 서명한 파일이며 바뀌지 않았습니다.*이용 확인서나 접속 증명은 아닙니다/],
])('what else the shop signed is not called wrong: %o', async (document, sentence) => {
  await renderAt('/verify')

  await userEvent.upload(screen.getByLabelText(/파일 선택/), signedFiles(document))

  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByText(/서명이 맞지 않습니다/)).toBeNull()
  expect(screen.queryByText('접속한 IP')).toBeNull()
})

test.each([
  ['as it was signed', (text: string) => text, /바뀌지 않았습니다/],
  ['changed', (text: string) => text.replace('113.10', '113.11'), /서명이 맞지 않습니다/],
])('one file holds document and signature: %s', async (_, changed, sentence) => {
  const [document, signature] = signedFiles(NOW, changed)
  const both = {
    document: await document?.text(),
    signature: btoa(
      String.fromCharCode(...new Uint8Array((await signature?.arrayBuffer()) ?? new ArrayBuffer(0))),
    ),
  }
  await renderAt('/verify')

  await userEvent.upload(screen.getByLabelText(/파일 선택/), new File([JSON.stringify(both)], 'both.json'))

  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('the file of a certificate is also looked up by its number', async () => {
  const asked: unknown[] = []
  shop.use(
    http.post('/api/v1/verify', async ({ request }) => {
      asked.push(await request.json())
      return answer(aVerified({ state: 'revoked', until: '2026-11-21T00:00:00Z' }))
    }),
  )
  await renderAt('/verify')

  await userEvent.upload(screen.getByLabelText(/파일 선택/), signedFiles(aDocument()))

  expect(await screen.findByText(/취소된 확인서입니다/)).toBeTruthy()
  expect(asked).toEqual([{ number: NUMBER }])
})

test('after the code of a print, a file of another number is answered, and its number stands in the field', async () => {
  const other = '1111-2222-3333-4444-5555-6666-7777-8888'
  shop.use(
    http.post('/api/v1/verify', async ({ request }) => {
      const { number } = (await request.json()) as { number: string }
      return answer(aVerified({ number, version: number === other ? 2 : 1 }))
    }),
  )
  window.history.replaceState(null, '', `/verify#${NUMBER}`)
  await renderAt('/verify')
  await screen.findByRole('region', { name: '조회한 확인서' })
  const howTo = screen.getByText('이음을 거치지 않고 직접 확인하는 방법')
  await userEvent.click(howTo)

  const old = signedFiles(aDocument({ number: other, version: 1 }))
  await userEvent.upload(screen.getByLabelText(/파일 선택/), old)

  expect(await screen.findByText(/이 파일은 1판이고, 그 뒤에 2판이 발급되었습니다/)).toBeTruthy()
  expect(screen.getByLabelText(/확인서 번호/)).toHaveProperty('value', other)
  expect(howTo.isConnected && howTo.closest('details')?.open).toBe(true)
  expect(screen.getByRole('link', { name: '공개키 21fe31dfa154a261' }).getAttribute('href')).toBe(
    '/.well-known/ieum-keys/21fe31dfa154a261.pem',
  )
  // The key by the name that the shop gives to its file.
  expect(
    screen.getByText(/-inkey ieum-21fe31dfa154a261\.pem -rawin -in a\.json -sigfile a\.sig$/),
  ).toBeTruthy()

  const changed = signedFiles(aDocument(), (text) => text.replace('113.10', '113.11'))
  await userEvent.upload(screen.getByLabelText(/파일 선택/), changed)
  expect(await screen.findByText(/위에 조회한 결과는 이 파일의 내용이 아닙니다/)).toBeTruthy()
})

test('a genuine file whose number cannot be looked up says so', async () => {
  shop.use(http.post('/api/v1/verify', () => HttpResponse.error()))
  await renderAt('/verify')

  await userEvent.upload(screen.getByLabelText(/파일 선택/), signedFiles(aDocument()))

  expect(await screen.findByText(/지금도 맞는 내용인지는 조회하지 못했습니다/)).toBeTruthy()
})

test('a genuine file whose number nobody has is not to be trusted', async () => {
  shop.use(
    http.post('/api/v1/verify', () =>
      refuse(404, 'certificate_not_found', '이 번호로 발급된 확인서가 없습니다.'),
    ),
  )
  await renderAt('/verify')

  await userEvent.upload(screen.getByLabelText(/파일 선택/), signedFiles(aDocument()))

  expect(await screen.findByText(/이 번호로 발급된 확인서가 없으니 그대로 믿지 마시고/)).toBeTruthy()
})

test('a file of the same version that says something else is not what holds', async () => {
  shop.use(http.post('/api/v1/verify', () => answer(aVerified({ issuedAt: '2026-11-24T02:00:00Z' }))))
  await renderAt('/verify')

  await userEvent.upload(screen.getByLabelText(/파일 선택/), signedFiles(aDocument()))

  expect(await screen.findByText(/위에 조회한 결과와 다른 파일이며/)).toBeTruthy()
})

test('after another number is looked up, the file is not said to be what stands above', async () => {
  shop.use(
    http.post('/api/v1/verify', async ({ request }) => {
      const { number } = (await request.json()) as { number: string }
      return answer(aVerified({ number }))
    }),
  )
  await renderAt('/verify')
  await userEvent.upload(screen.getByLabelText(/파일 선택/), signedFiles(aDocument()))
  expect(await screen.findByText(/지금의 내용은 위에 조회한 결과를 봐 주세요/)).toBeTruthy()

  const field = screen.getByLabelText('확인서 번호')
  await userEvent.clear(field)
  await userEvent.type(field, '1111-2222-3333-4444-5555-6666-7777-8888')
  await press('조회')

  expect(await screen.findByText(/위에 있는 것은 다른 번호를 조회한 결과입니다/)).toBeTruthy()
  expect(screen.queryByText(/조회하지 못했습니다/)).toBeNull()
})

test('the keyboard stays where the files were chosen while they are checked', async () => {
  const files = signedFiles(NOW)
  await renderAt('/verify')
  const input = screen.getByLabelText(/파일 선택/)
  input.focus()

  fireEvent.change(input, { target: { files } })

  for (let turn = 0; turn < 5; turn++) {
    expect(input).toHaveProperty('disabled', false)
    await act(async () => new Promise((resolve) => setTimeout(resolve, 1)))
  }
  expect(await screen.findByText(/이음이 서명한 접속 증명/)).toBeTruthy()
})

test('the command for openssl has names that a shell reads as they stand', async () => {
  const [document, signature] = signedFiles(NOW) as [File, File]
  await renderAt('/verify')
  expect(screen.getByText(/-inkey ieum-키번호\.pem -rawin -in 원본\.json -sigfile 서명\.sig$/)).toBeTruthy()

  const renamed = [new File([document], 'ieum (1).json'), new File([signature], '$(reboot).sig')]
  await userEvent.upload(screen.getByLabelText(/파일 선택/), renamed)

  expect(await screen.findByText(/-in "ieum \(1\)\.json" -sigfile 서명\.sig$/)).toBeTruthy()
})

test('one file alone is not enough', async () => {
  const [document] = signedFiles(NOW)
  await renderAt('/verify')

  await userEvent.upload(screen.getByLabelText(/파일 선택/), document as File)

  expect((await screen.findByRole('alert')).textContent).toBe(
    '확인서 파일(.json) 하나, 또는 원본(.json)과 서명(.sig) 두 파일을 함께 선택해 주세요.',
  )
})

const seenFrom = (address: string, isOurs: boolean) =>
  http.get('/api/v1/my-ip', () => answer({ address, isIpv6: address.includes(':'), isOurs }))

test.each([
  ['203.0.113.10', true, true, '회원님께 배정된 이음의 IP로 접속하고 계십니다.'],
  ['203.0.113.10', true, false, '이음의 IP로 접속하고 계십니다. 다만 회원님의 상품에 배정된 IP는 아닙니다.'],
  ['198.51.100.7', false, false, '이음의 IP가 아닙니다. VPN을 켜셨다면 연결 상태를 확인해 주세요.'],
])('a member at %s (ours: %s, theirs: %s) is told whose it is', async (from, isOurs, connected, sentence) => {
  shop.use(
    seenFrom(from, isOurs),
    http.get('/api/v1/services/connection', () => answer({ connected, waiting: false })),
  )
  await renderAt('/my-ip')

  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(main().getByText(from)).toBeTruthy()
})

test('a visitor who comes by IPv6 is told that no VPN of the shop does', async () => {
  shop.use(memberIs(null), seenFrom('2001:db8::7', false))
  await renderAt('/my-ip')

  expect(await screen.findByText(/IPv6 주소로 접속하고 계십니다/)).toBeTruthy()
  expect(main().getByText('IPv6')).toBeTruthy()
  expect(main().queryByRole('link', { name: '이용현황 보기' })).toBeNull()
})

test('one press has the address signed, and both files can be saved', async () => {
  shop.use(
    seenFrom('203.0.113.10', true),
    http.post('/api/v1/my-ip/proof', () =>
      answer({ document: `${JSON.stringify(NOW)}\n`, keyId: '21fe31dfa154a261', signature: 'c2ln' }),
    ),
  )
  await renderAt('/my-ip')

  await press('지금 접속 증명 받기')

  expect(await screen.findByText('2026.11.24 12:00')).toBeTruthy()
  expect(main().getByRole('button', { name: '원본(JSON) 내려받기' })).toBeTruthy()
  expect(main().getByRole('button', { name: '서명(SIG) 내려받기' })).toBeTruthy()
})

test.each([
  ['홍길동', '홍*동'],
  ['홍길', '홍*'],
  ['남궁민수', '남**수'],
])('%s is masked as %s', (name, masked) => expect(maskedName(name)).toBe(masked))
