import { expect, test } from 'vitest'
import { textOfFile } from './text-of-file'

const file = (...bytes: number[]) => new File([new Uint8Array(bytes)], 'pool.csv')
// 서울, as programs save it.
const SEOUL = {
  'UTF-8': [0xec, 0x84, 0x9c, 0xec, 0x9a, 0xb8],
  'UTF-8 of Excel': [0xef, 0xbb, 0xbf, 0xec, 0x84, 0x9c, 0xec, 0x9a, 0xb8],
  CP949: [0xbc, 0xad, 0xbf, 0xef],
  'UTF-16, little end': [0xff, 0xfe, 0x1c, 0xc1, 0xb8, 0xc6],
  'UTF-16, big end': [0xfe, 0xff, 0xc1, 0x1c, 0xc6, 0xb8],
  'decomposed on a Mac': [...new TextEncoder().encode('서울'.normalize('NFD'))],
}

// 강남 in UTF-8, whose bytes are letters in CP949, too.
const GANGNAM = [0xea, 0xb0, 0x95, 0xeb, 0x82, 0xa8]

test.each(Object.entries(SEOUL))('a file in %s is read', async (_, bytes) => {
  expect(await textOfFile(file(...bytes))).toBe('서울')
})

test.each([
  ['a picture', [0x89, 0x50, 0x4e, 0x47, 0xff, 0xff]],
  ['a file whose letters were lost before', [...new TextEncoder().encode('kt,����')]],
  ['a line of CP949 before one of UTF-8', [0xbc, 0xad, 0xbf, 0xef, 0x0a, ...GANGNAM]],
  ['CP949 with the mark of UTF-8', [0xef, 0xbb, 0xbf, 0xa1, ...SEOUL.CP949]],
  ['half a letter of UTF-16', [0xff, 0xfe, 0x1c]],
])('%s is refused', async (_, bytes) => {
  expect(await textOfFile(file(...bytes))).toBeNull()
})

test('an empty file is an empty text', async () => {
  expect(await textOfFile(file())).toBe('')
})
