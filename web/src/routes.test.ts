import { expect, test } from 'vitest'
import { fileOf } from './pages/page-source'
import { PAGES } from './routes'
import { NOT_FOUND } from './site/pages'

const modules = Object.keys(import.meta.glob('./**/*.page.tsx'))

test('every page has a module that draws it, and every module a page', () => {
  expect(new Set([...PAGES, NOT_FOUND].map(fileOf))).toEqual(new Set(modules))
})

test('no two pages share an address', () => {
  const paths = PAGES.map(({ path }) => path)

  expect(paths).toHaveLength(new Set(paths).size)
})
