import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aPreview, desk, inShell, listed, refuse, renderConsole } from '../testing'
import type { Draft, TextPage, Written } from './queries'

const WRITTEN: Written = {
  title: '점검 안내',
  description: '',
  body: '내일 점검합니다.',
  pinned: false,
  position: 0,
  home: false,
}

const DRAFT: Draft = {
  id: 5,
  kind: 'notice',
  slug: 'hello',
  edition: '',
  title: '점검 안내',
  entryId: null,
  version: 1,
  changedAt: '2026-11-24T00:00:00Z',
  changedBy: '박편집',
  publishAt: null,
  problem: '',
  written: WRITTEN,
  behind: false,
}

const TEXT: TextPage = {
  id: 7,
  kind: 'legal',
  slug: 'policy',
  edition: '2026-12-01',
  title: '개인정보 처리방침',
  state: 'published',
  number: 2,
  pinned: false,
  publishAt: '2026-11-24T00:00:00Z',
  changedAt: '2026-11-24T00:00:00Z',
  draft: null,
  path: '/privacy/policy',
  effectiveFrom: '2026-12-01',
  written: WRITTEN,
  versions: [
    { number: 2, title: '개인정보 처리방침', changedAt: '2026-11-24T00:00:00Z' },
    { number: 1, title: '개인정보 처리방침', changedAt: '2026-11-23T00:00:00Z' },
  ],
  whyNoDraft: '이미 공고한 약관과 정책은 고치거나 내릴 수 없습니다.',
  whyNotWithdrawn: '이미 공고한 약관과 정책은 고치거나 내릴 수 없습니다.',
}

const rendered = (differs = {}) => ({
  title: '점검 안내',
  description: '',
  html: '<p>내일 <strong>점검</strong>합니다.</p>',
  sections: [],
  texts: {},
  problems: [],
  ...differs,
})

test('a text is published only after it is saved, with what the preview showed', async () => {
  inShell()
  const sent = desk({
    'GET /content/drafts': { items: [DRAFT] },
    'GET /content/drafts/5': DRAFT,
    'GET /content/texts': listed([]),
    'POST /content/rendering': rendered(),
    'POST /changes/content.write': { made: { version: 2 } },
    'POST /changes/content.publish/preview': aPreview({ title: '글 게시', digest: 'd9' }),
    'POST /changes/content.publish': { made: {} },
  })
  const { address } = await renderConsole('/console/content/drafts/5')

  await userEvent.type(await screen.findByRole('textbox', { name: '본문' }), ' 꼭 확인해 주세요.')
  expect(screen.getByRole('button', { name: '지금 게시' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '저장' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '지금 게시' }).hasAttribute('disabled')).toBe(false),
  )
  await userEvent.click(screen.getByRole('button', { name: '지금 게시' }))
  const dialog = within(await screen.findByRole('dialog', { name: '글 게시' }))
  await userEvent.type(await dialog.findByRole('textbox', { name: '사유' }), '정기 점검')
  await userEvent.click(dialog.getByRole('button', { name: '지금 게시' }))

  await waitFor(() => expect(address()).toBe('/console/content'))
  const bodies = new Map(sent.map(({ call, body }) => [call, body]))
  expect(bodies.get('POST /changes/content.write')).toMatchObject({
    target: 5,
    wish: { version: 1, written: { ...WRITTEN, body: '내일 점검합니다. 꼭 확인해 주세요.' } },
  })
  expect(bodies.get('POST /changes/content.publish')).toMatchObject({
    target: 5,
    digest: 'd9',
    reason: '정기 점검',
  })
})

test('what was typed and not saved is there after a press in the menu, until it is saved or taken back', async () => {
  inShell()
  desk({
    'GET /content/drafts/5': DRAFT,
    'GET /content/drafts': { items: [DRAFT] },
    'GET /content/texts': listed([]),
    'POST /content/rendering': rendered(),
  })
  const { go } = await renderConsole('/console/content/drafts/5')
  await userEvent.type(await screen.findByRole('textbox', { name: '본문' }), '!')

  await go('/console/content')
  await go('/console/content/drafts/5')
  const body = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '본문' })
  expect(body.value).toBe('내일 점검합니다.!')
  await userEvent.click(screen.getByRole('button', { name: '저장한 글로 되돌리기' }))

  expect(body.value).toBe('내일 점검합니다.')
  expect(screen.getByRole('button', { name: '저장됨' })).toBeDefined()
})

test('what was typed survives that a colleague has saved another version', async () => {
  inShell()
  desk({
    'GET /content/drafts/5': DRAFT,
    'POST /content/rendering': rendered(),
    'POST /changes/content.write': () =>
      refuse(409, 'draft_changed', '다른 직원이 그사이 이 글을 바꾸었습니다.'),
  })
  await renderConsole('/console/content/drafts/5')
  const body = await screen.findByRole('textbox', { name: '본문' })

  await userEvent.type(body, '!')
  await userEvent.click(screen.getByRole('button', { name: '저장' }))

  expect((await screen.findByRole('alert')).textContent).toContain('다른 직원이')
  expect((body as HTMLTextAreaElement).value).toBe('내일 점검합니다.!')
})

test('the page is drawn by the server beside the words, or says what is wrong with them', async () => {
  inShell()
  desk({
    'GET /content/drafts/5': DRAFT,
    'POST /content/rendering': rendered({ html: '', problems: ['제목을 입력해 주세요.'] }),
  })
  await renderConsole('/console/content/drafts/5')

  expect(await screen.findByText('제목을 입력해 주세요.')).toBeDefined()
})

test('an edition that was announced says why it stays, and its versions show what changed', async () => {
  inShell()
  desk({
    'GET /content/texts/7': TEXT,
    'GET /content/texts/7/difference': {
      lines: [
        { sign: 'gone', text: '보관 1년' },
        { sign: 'new', text: '보관 2년' },
      ],
    },
    'POST /content/rendering': rendered(),
  })
  await renderConsole('/console/content/7')

  expect((await screen.findByRole('button', { name: '고치기' })).hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('이미 공고한 약관과 정책은 고치거나 내릴 수 없습니다.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: '바뀐 곳' }))
  const lines = within(await screen.findByRole('region', { name: '2번째 판에서 바뀐 곳' }))
  expect(lines.getByText('보관 2년')).toBeDefined()
})

test('a release takes its size and hash from the file that is sent, and its card is shown beside it', async () => {
  inShell()
  const release = { kind: 'file' as const, name: '윈도우용 이음', version: '1.2.0', requires: '윈도우 10' }
  const program = { name: 'ieum-1.2.0.exe', size: 1_200_000, sha256: 'ab'.repeat(32) }
  const draft = {
    ...DRAFT,
    kind: 'release' as const,
    slug: 'windows-1-2-0',
    written: { ...WRITTEN, release },
  }
  const card = {
    ...{ ...program, ...release, slug: 'windows-1-2-0', os: 'windows', sections: [], isLatest: true },
    ...{ name: '윈도우용 이음', releasedOn: null, url: '/download-files/ieum-1.2.0.exe' },
  }
  const programs = { items: [] as object[] }
  const sent = desk({
    'GET /content/drafts': { items: [draft] },
    'GET /content/drafts/5': draft,
    'GET /content/programs': () => programs,
    'PUT /content/programs/ieum-1.2.0.exe': () => {
      programs.items = [{ ...program, changedAt: '2026-11-24T00:00:00Z' }]
      return program
    },
    'POST /content/rendering': rendered({ release: card }),
    'POST /changes/content.write': { made: { version: 2 } },
  })
  await renderConsole('/console/content/drafts/5')

  const file = new File(['program'], 'ieum 1.2.0 (최종).exe')
  await userEvent.upload(await screen.findByLabelText('설치 파일 고르기'), file)
  expect(await screen.findByText(/1\.2 MB · SHA-256 abab/)).toBeDefined()
  expect(screen.getByText('우리 서버의 설치 파일: /download-files/ieum-1.2.0.exe')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: '저장' }))

  await waitFor(() => expect(sent.some(({ call }) => call === 'POST /changes/content.write')).toBe(true))
  const saved = sent.find(({ call }) => call === 'POST /changes/content.write')?.body as {
    wish: { written: Written }
  }
  expect(saved.wish.written.release).toMatchObject({
    name: '윈도우용 이음',
    file: program.name,
    size: program.size,
    sha256: program.sha256,
  })
  const upload = sent.find(({ call }) => call.startsWith('PUT /content/programs'))
  expect(upload?.headers.get('content-type')).toBe('application/octet-stream')
})

test('a new release is named after its system', async () => {
  inShell()
  const sent = desk({
    'GET /content/drafts': { items: [] },
    'GET /content/texts': listed([]),
    'POST /changes/content.draft': { made: { id: 5 } },
    'GET /content/drafts/5': DRAFT,
    'POST /content/rendering': rendered(),
  })
  await renderConsole('/console/content?make=release')
  const dialog = within(await screen.findByRole('dialog', { name: '새 글' }))

  await userEvent.selectOptions(dialog.getByRole('combobox', { name: '운영체제' }), '안드로이드')
  await userEvent.type(dialog.getByRole('textbox', { name: '주소에 쓸 이름' }), '1-2-0')
  await userEvent.click(dialog.getByRole('button', { name: '쓰기 시작' }))

  await waitFor(() => expect(sent.some(({ call }) => call === 'POST /changes/content.draft')).toBe(true))
  expect(sent.find(({ call }) => call === 'POST /changes/content.draft')?.body).toMatchObject({
    target: null,
    wish: { kind: 'release', slug: 'android-1-2-0' },
  })
})
