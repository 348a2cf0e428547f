import { difference } from './difference'

/** What an entry changed, value by value: struck through what was, then what is. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const changes = difference(before, after)
  if (changes.length === 0) return <p className="text-ink-2">바뀐 값이 없습니다.</p>
  return (
    <table className="w-full table-fixed border-collapse">
      <thead>
        <tr className="text-left text-caption text-ink-2">
          <th scope="col" className="w-1/4 py-1 pr-3 font-medium">
            항목
          </th>
          <th scope="col" className="py-1 pr-3 font-medium">
            이전
          </th>
          <th scope="col" className="py-1 font-medium">
            이후
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, before: old, after: young }) => (
          <tr key={name} className="border-line border-t align-top">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-2">
              {name}
            </th>
            <td className="figures whitespace-pre-line py-1.5 pr-3">
              {old === null ? (
                <span className="text-ink-3">없음</span>
              ) : (
                <del className="text-danger">{old}</del>
              )}
            </td>
            <td className="figures whitespace-pre-line py-1.5">
              {young === null ? (
                <span className="text-ink-3">없음</span>
              ) : (
                <ins className="font-semibold text-ok no-underline">{young}</ins>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
