import type { Texts } from '../api/types'
import type { Product } from '../catalog/paths'

const ROWS = [
  ['Address', 'IP 주소'],
  ['Sharing', '함께 쓰는 사람'],
  ['Change', '주소가 바뀌는 때'],
  ['Use', '알맞은 일'],
  ['Unfit', '맞지 않는 일'],
] as const

const textOf = (texts: Texts, row: string, { kind }: Product) =>
  texts[`compare${row}${kind === 'static' ? 'Static' : 'Dynamic'}`]

/**
 * The comparison of the kinds of address. Under 640 px every row becomes a block, each answer below its column's
 * name.
 */
export function Comparison({ kinds, texts }: { kinds: Product[]; texts: Texts }) {
  return (
    <table className="w-full max-sm:block">
      <caption className="sr-only">{kinds.map(({ name }) => name).join('과 ')} 비교</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-ink border-b-2 text-left">
          <th scope="col" className="w-36 py-3 font-semibold text-ink-2 text-small">
            항목
          </th>
          {kinds.map(({ kind, name }) => (
            <th key={kind} scope="col" className="py-3 pr-6 text-lead">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {ROWS.map(([row, about]) => (
          <tr key={row} className="border-line border-b align-top max-sm:grid max-sm:gap-1 max-sm:py-4">
            <th scope="row" className="py-4 pr-4 text-left font-medium text-ink-2 text-small max-sm:py-0">
              {about}
            </th>
            {kinds.map((product) => (
              <td key={product.kind} className="py-4 pr-6 max-sm:flex max-sm:gap-3 max-sm:py-0">
                {kinds.length > 1 && (
                  <span className="w-10 shrink-0 text-caption text-ink-2 leading-7 sm:hidden">
                    {product.name.slice(0, 2)}
                  </span>
                )}
                <span>{textOf(texts, row, product)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
