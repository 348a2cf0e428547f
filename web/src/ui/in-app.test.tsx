import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { appAround, wayOut } from './in-app'
import { InAppNotice } from './in-app-notice'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S921N; wv) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile'
const PAGE = 'https://shop.example/device-setup?a=1#0f'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  [`${IPHONE} KAKAOTALK 11.2.0`, '카카오톡'],
  [`${IPHONE} NAVER(inapp; search; 2000; 12.1.0; 16PRO)`, '네이버 앱'],
  [`${IPHONE} Safari Line/14.1.0`, '라인'],
  [`${ANDROID} Instagram 361.0.0.46.88 Android`, '인스타그램'],
  [`${IPHONE} [FBAN/FBIOS;FBAV/483.0.0.50.100]`, '페이스북'],
  [`${ANDROID} BAND/11.2 (ANDROID 14; WIFI)`, '밴드'],
  [`${ANDROID} DaumApps/7.3`, '다음 앱'],
  [`${ANDROID} Barcelona 361.0.0.46.88 Android`, '스레드'],
  [`${IPHONE} musical_ly_36.1.0 BytedanceWebview/d8a21c6`, '틱톡'],
  [`${IPHONE} Twitter for iPhone/10.60`, 'X'],
  [`${ANDROID} Safari/537.36 MicroMessenger/8.0.50`, '위챗'],
  [`${ANDROID} Safari/537.36`, '이 앱'],
  [IPHONE, '이 앱'],
  [`${IPHONE} Version/18.5 Safari/604.1`, null],
  [`${IPHONE} CriOS/130.0.6723.90 Safari/604.1`, null],
  ['Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0.0.0', null],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15', null],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Whale/4.29 Safari/537',
    null,
  ],
])('%s is recognised', (userAgent, app) => expect(appAround(userAgent)).toBe(app))

test.each([
  ['카카오톡', 'ios', `kakaotalk://web/openExternal?url=${encodeURIComponent(PAGE)}`],
  ['라인', 'ios', 'https://shop.example/device-setup?a=1&openExternalBrowser=1#0f'],
  ['인스타그램', 'android', 'intent://shop.example/device-setup?a=1#0f#Intent;scheme=https;end'],
  ['인스타그램', 'ios', null],
  ['위챗', 'android', null],
] as const)('the way out of %s on %s', (app, system, way) => expect(wayOut(app, system, PAGE)).toBe(way))

const comeWith = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)

test('an iPhone app without an address that leads out is told of its menu, and lets the address be copied', () => {
  comeWith(`${IPHONE} Instagram 361.0.0`)

  render(<InAppNotice danger="설정 파일이 저장되지 않을 수 있습니다." />)

  expect(screen.getByText(/^인스타그램 안에서는 설정 파일이/)).toBeTruthy()
  expect(screen.getByText(/‘Safari로 열기’/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '이 페이지 주소 복사' })).toBeTruthy()
  expect(screen.getByText(location.href)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('an app that does not follow the way out lets the address be copied', () => {
  comeWith(`${ANDROID} Instagram 361.0.0`)

  render(<InAppNotice danger="-" />)

  expect(screen.getByRole('link', { name: '브라우저에서 열기' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '이 페이지 주소 복사' })).toBeTruthy()
})

test('a page on the home screen has no browser around it to leave', () => {
  comeWith(IPHONE)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))

  const { container } = render(<InAppNotice danger="-" />)

  expect(container.textContent).toBe('')
})

test('in a browser there is nothing to say', () => {
  comeWith(`${IPHONE} Version/18.5 Safari/604.1`)

  const { container } = render(<InAppNotice danger="-" />)

  expect(container.textContent).toBe('')
})
