import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { answer, refuse, shop, signedOut } from '../../tests/shop'
import { AS_VISITOR, get, post } from './client'
import { Problem, SignedOut } from './problem'

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

test('an answer arrives without its envelope', async () => {
  await expect(get('/api/get-ip')).resolves.toBe('203.0.113.7')
})

test('what is sent is JSON', async () => {
  let sent: unknown
  shop.use(
    http.post('/api/v1/payments/fail', async ({ request }) => {
      sent = await request.json()
      return answer(null, 201)
    }),
  )

  await post('/api/v1/payments/fail', { orderId: 'order-1', code: 'UNKNOWN' })

  expect(sent).toEqual({ orderId: 'order-1', code: 'UNKNOWN' })
})

test('a refusal keeps its code, its sentence and its fields', async () => {
  const fields = [{ name: 'mberId', code: 'format', detail: '형식이 올바르지 않습니다.' }]
  shop.use(http.post('/api/v1/user/check-id', () => refuse(422, 'invalid', '입력을 확인해 주세요.', fields)))

  const problem = await failureOf(post('/api/v1/user/check-id', { mberId: '!' }))

  expect(problem).toBeInstanceOf(Problem)
  expect(problem).toMatchObject({ status: 422, code: 'invalid', detail: '입력을 확인해 주세요.', fields })
})

test('an answer that is no problem document still says what to do', async () => {
  shop.use(http.get('/api/get-ip', () => new HttpResponse('<html>', { status: 502 })))

  expect(await failureOf(get('/api/get-ip'))).toMatchObject({ status: 502, code: 'unexpected' })
})

test('a shop that cannot be reached is a problem too', async () => {
  shop.use(http.get('/api/get-ip', () => HttpResponse.error()))

  expect(await failureOf(get('/api/get-ip'))).toMatchObject({ status: 0, code: 'unreachable' })
})

test('401 is tried once more, because a parallel request may have renewed the session', async () => {
  let calls = 0
  shop.use(
    http.get('/api/v1/services', () => {
      calls += 1
      return calls === 1 ? signedOut() : answer('renewed')
    }),
  )

  await expect(get('/api/v1/services')).resolves.toBe('renewed')
})

test('401 twice means signed out', async () => {
  let calls = 0
  shop.use(
    http.get('/api/v1/services', () => {
      calls += 1
      return signedOut()
    }),
  )

  expect(await failureOf(get('/api/v1/services'))).toBeInstanceOf(SignedOut)
  expect(calls).toBe(2)
})

test('401 at the login means that the password is wrong, and is not retried', async () => {
  let calls = 0
  shop.use(
    http.post('/api/login', () => {
      calls += 1
      return refuse(401, 'login_failed', '아이디 또는 비밀번호가 일치하지 않습니다.')
    }),
  )

  const problem = await failureOf(post('/api/login', { mberId: 'hong1234', mberPw: 'wrong' }, AS_VISITOR))

  expect(problem).not.toBeInstanceOf(SignedOut)
  expect(calls).toBe(1)
})
