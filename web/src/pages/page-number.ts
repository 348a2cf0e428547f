/** The server refuses later pages. */
const LAST = 100_000

/** `?page=` as a whole number from 1; whatever else stands there means the first page. `name`: of a second list. */
export function pageNumber(query: URLSearchParams, name = 'page'): number {
  const page = Number(query.get(name))
  return Number.isSafeInteger(page) && page > 0 && page <= LAST ? page : 1
}
