import { classes } from '../../src/ui/classes'
import type { ImportPreview } from './queries'

const SHOWN = 200
/** On a phone there is room for the address and what is wrong with it. */
const PLACES = ['게이트웨이', '풀']

/** Line by line, what will be imported; what cannot be stands first, with the reason. */
export function ImportLines({ shown }: { shown: ImportPreview }) {
  const { lines, good, bad } = shown
  const visible = lines.slice(0, SHOWN)
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
      tabIndex={0}
      aria-label="줄마다 확인한 결과"
      className="max-h-72 overflow-auto rounded-card border border-line"
    >
      <table className="w-full border-collapse text-small">
        <caption className="figures px-3 py-2 text-left text-caption text-ink-2">
          등록할 수 있는 IP {good.toLocaleString('ko-KR')}개, 잘못된 줄 {bad.toLocaleString('ko-KR')}개
          {lines.length > SHOWN && `. 앞의 ${SHOWN}줄만 보입니다.`}
        </caption>
        <thead className="sticky top-0 bg-surface text-left text-caption text-ink-2">
          <tr>
            {['줄', 'IP', '게이트웨이', '풀', '결과'].map((label) => (
              <th
                key={label}
                scope="col"
                className={classes('px-3 py-1.5 font-medium', PLACES.includes(label) && 'max-sm:hidden')}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visible.map(({ line, address, gateway, pool, wrong, detail }) => (
            <tr key={`${line}-${address}`} className="border-line border-t align-top">
              <td className="figures px-3 py-1.5 text-right">{line}</td>
              <td translate="no" className="address max-w-48 px-3 py-1.5 break-normal">
                {address || '–'}
              </td>
              <td className="px-3 py-1.5 max-sm:hidden">{gateway}</td>
              <td className="px-3 py-1.5 max-sm:hidden">{pool}</td>
              <td className={wrong ? 'px-3 py-1.5 text-danger' : 'px-3 py-1.5 text-ok'}>
                {detail ?? '등록할 수 있음'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
