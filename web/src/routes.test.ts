import { expect, test } from 'vitest'
import { fileOf } from './pages/page-source'
import { PAGES } from './routes'
import { NOT_FOUND } from './site/pages'

const modules = Object.keys(import.meta.glob('./**/*.page.tsx'))

/** The queries on which the module of a page depends. */
const QUERIES = ['', 'callbackUrl=/static-ip/payment/normal'].map((query) => new URLSearchParams(query))

test('every page has a module that draws it, and every module a page', () => {
  const files = [...PAGES, NOT_FOUND].flatMap((page) => QUERIES.map((query) => fileOf(page, query)))

  expect(new Set(files)).toEqual(new Set(modules))
})

test('no two pages share an address', () => {
  const paths = PAGES.map(({ path }) => path)

  expect(paths).toHaveLength(new Set(paths).size)
})
