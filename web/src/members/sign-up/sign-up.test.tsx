import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aMember, anAgreement } from '../../../tests/builders'
import { field } from '../../../tests/page'
import { address, renderAt } from '../../../tests/render'
import { answer, memberIs, refuse, shop } from '../../../tests/shop'

const DOCUMENTS = [
  anAgreement({ key: 'age14', title: '만 14세 이상입니다', version: '1' }),
  anAgreement({ key: 'terms', title: '이용약관 동의', version: '2', body: '첫째 조항\n\n둘째 조항' }),
  anAgreement({ key: 'marketing', title: '마케팅 목적 개인정보 이용 동의', version: '3', required: false }),
]
const FORM = {
  아이디: 'hong1234',
  비밀번호: 'correct-horse-5',
  이름: '홍길동',
  '휴대폰 번호': '010-1234-5678',
  이메일: 'hong@mail.test',
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const join = () => userEvent.click(screen.getByRole('button', { name: '가입하기' }))

async function fillIn(differs: Partial<typeof FORM> = {}) {
  for (const [label, text] of Object.entries({ ...FORM, ...differs })) {
    await userEvent.click(field(label))
    await userEvent.paste(text)
  }
}

/** Accepts every sign-up and login, and adds what was sent to `sent`. */
function signUpSucceeds(sent: unknown[]) {
  return [
    http.post('/api/v1/user/sign-up', async ({ request }) => {
      sent.push(await request.json())
      return answer({ mberId: 'hong1234' }, 201)
    }),
    http.post('/api/login', async ({ request }) => {
      sent.push(await request.json())
      shop.use(memberIs(aMember()))
      return answer(null)
    }),
  ]
}

beforeEach(() =>
  shop.use(
    http.get('/api/v1/agreements', () => answer(DOCUMENTS)),
    http.post('/api/v1/user/check-id', () => answer({ available: true, detail: '' })),
  ),
)

test('a new member is logged in and returns to the page they came from', async () => {
  const sent: unknown[] = []
  shop.use(...signUpSucceeds(sent))
  await renderAt('/sign-up?callbackUrl=%2Fstatic-ip')

  await userEvent.click(box('(필수) 만 14세 이상입니다'))
  await userEvent.click(box('(필수) 이용약관 동의'))
  await fillIn()
  await join()

  await waitFor(() => expect(address()).toBe('/static-ip'))
  expect(await screen.findByText('회원가입이 완료되었습니다.')).toBeTruthy()
  expect(sent).toEqual([
    {
      mberId: 'hong1234',
      mberPw: 'correct-horse-5',
      mberNm: '홍길동',
      email: 'hong@mail.test',
      phone: '010-1234-5678',
      authType: '',
      phoneVerificationId: '',
      agreements: [
        { key: 'age14', version: '1' },
        { key: 'terms', version: '2' },
      ],
    },
    { mberId: 'hong1234', mberPw: 'correct-horse-5' },
  ])
})

test('nothing is ticked beforehand; 전체 동의 includes the optional consents', async () => {
  await renderAt('/sign-up')
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false, false, false])

  await userEvent.click(box('전체 동의(선택 항목 포함)'))
  expect(boxes.every(({ checked }) => checked)).toBe(true)

  await userEvent.click(box('(선택) 마케팅 목적 개인정보 이용 동의'))
  expect(box('전체 동의(선택 항목 포함)').checked).toBe(false)
})

test('the text of every consent can be unfolded', async () => {
  await renderAt('/sign-up')
  const terms = box('(필수) 이용약관 동의').closest('li') as HTMLElement

  await userEvent.click(within(terms).getByText('내용 보기'))

  expect(within(terms).getByText('둘째 조항')).toBeTruthy()
})

const EDITION = { slug: 'terms-use', title: '이용약관', edition: '2026-11-22', effectiveFrom: '2026-11-22' }

/** The call as it answers with and without the words of the texts; counts how often it was asked for the words. */
function textsAre(html: string, { version = '2' } = {}) {
  const asked = { whole: 0 }
  const terms = (texts: string | null, of: string) =>
    anAgreement({ title: '이용약관 동의', version: of, text: { ...EDITION, html: texts } })
  shop.use(
    http.get('/api/v1/agreements', ({ request }) => {
      if (new URL(request.url).searchParams.get('whole') === 'false') return answer([terms(null, '2')])
      asked.whole += 1
      return answer([terms(html, version)])
    }),
  )
  return asked
}

test('the published text is fetched when its fold is opened; until then its name leads to its page', async () => {
  const asked = textsAre('<p>(<a href="#제5조">제5조</a>) <a href="/privacy/policy">처리방침</a></p>')
  await renderAt('/sign-up')
  const terms = box('(필수) 이용약관 동의').closest('li') as HTMLElement
  const page = within(terms)
    .getByText(/이용약관 전문/)
    .closest('a')
  expect(page?.getAttribute('href')).toBe('/privacy/terms-use?version=2026-11-22')
  expect(asked.whole).toBe(0)

  await userEvent.click(within(terms).getByText('내용 보기'))

  expect((await within(terms).findByText(/제5조/)).innerHTML).toBe(
    '(제5조) <a href="/privacy/policy">처리방침</a>',
  )
  expect(asked.whole).toBe(1)
})

test('a text that was replaced since the page came is not shown for the one that is agreed to', async () => {
  textsAre('<p>새 약관</p>', { version: '3' })
  await renderAt('/sign-up')
  const terms = box('(필수) 이용약관 동의').closest('li') as HTMLElement

  await userEvent.click(within(terms).getByText('내용 보기'))

  expect(await within(terms).findByText(/동의 문서가 변경되었습니다/)).toBeTruthy()
  expect(within(terms).queryByText('새 약관')).toBeNull()
})

test('empty fields are pointed out, and the first one is focused', async () => {
  await renderAt('/sign-up')

  await join()

  expect(await screen.findAllByText('필수 항목에 동의해 주세요.')).toHaveLength(2)
  expect(screen.getByText('휴대폰 번호를 입력해 주세요.')).toBeTruthy()
  expect(document.activeElement).toBe(field('아이디'))
})

test('a refusal is shown at its field, and nothing typed is lost', async () => {
  shop.use(
    http.post('/api/v1/user/sign-up', () =>
      refuse(422, 'invalid_fields', '입력한 내용을 다시 확인해 주세요.', [
        { name: 'mberId', code: 'taken', detail: '이미 사용 중인 아이디입니다.' },
        { name: 'agreements.terms', code: 'outdated', detail: '동의 문서가 변경되었습니다.' },
      ]),
    ),
  )
  await renderAt('/sign-up')
  await userEvent.click(box('전체 동의(선택 항목 포함)'))
  await fillIn()

  await join()

  expect(await screen.findByText('이미 사용 중인 아이디입니다.')).toBeTruthy()
  expect(field('아이디').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('동의 문서가 변경되었습니다.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  for (const [label, text] of Object.entries(FORM)) expect(field(label).value).toBe(text)
})

test('a refusal of no field is shown at the button', async () => {
  const detail = '지금은 휴대폰·이메일 인증을 제공하지 않아 가입할 수 없습니다.'
  shop.use(http.post('/api/v1/user/sign-up', () => refuse(409, 'verification_unavailable', detail)))
  await renderAt('/sign-up')
  await userEvent.click(box('전체 동의(선택 항목 포함)'))
  await fillIn()

  await join()

  expect((await screen.findByRole('alert')).textContent).toBe(detail)
})

test('the password is asked for once, and can be shown', async () => {
  await renderAt('/sign-up')
  expect(screen.queryByLabelText('비밀번호 확인')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: '비밀번호 표시' }))

  expect(field('비밀번호').type).toBe('text')
})

test('the phone number gets its hyphens while it is typed, and can be corrected in its middle', async () => {
  await renderAt('/sign-up')
  const phone = field('휴대폰 번호')

  await userEvent.type(phone, '0101234567')
  expect(phone.value).toBe('010-123-4567')
  await userEvent.type(phone, '8')
  expect(phone.value).toBe('010-1234-5678')

  phone.setSelectionRange(6, 6) // behind the 2
  await userEvent.keyboard('{Backspace}9')
  expect(phone.value).toBe('010-1934-5678')
  expect(phone.selectionStart).toBe(6)
})

test('the fields come first and the consents last, right above the button', async () => {
  await renderAt('/sign-up')

  const controls = [...document.querySelectorAll('main form input, main form button[type=submit]')]
  const kinds = controls.map((one) => (one.getAttribute('type') === 'checkbox' ? 'consent' : one.tagName))
  expect(kinds).toEqual([...Array(5).fill('INPUT'), ...Array(5).fill('consent'), 'BUTTON'])
})

test('one box ticks what is required and nothing else', async () => {
  await renderAt('/sign-up')

  await userEvent.click(box('필수 항목만 모두 동의'))

  expect(box('(필수) 만 14세 이상입니다').checked).toBe(true)
  expect(box('(필수) 이용약관 동의').checked).toBe(true)
  expect(box('(선택) 마케팅 목적 개인정보 이용 동의').checked).toBe(false)
  expect(box('전체 동의(선택 항목 포함)').checked).toBe(false)
})

test('a new member whose login fails is sent to the login page', async () => {
  shop.use(
    http.post('/api/login', () => refuse(429, 'too_many_requests', '잠시 후')),
    ...signUpSucceeds([]),
  )
  await renderAt('/sign-up?callbackUrl=%2Fstatic-ip')
  await userEvent.click(box('전체 동의(선택 항목 포함)'))
  await fillIn()

  await join()

  await waitFor(() => expect(address()).toBe('/login?callbackUrl=%2Fstatic-ip'))
})
