import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { saveFile } from '../../src/ui/save-file'
import { usePress } from '../desk/use-press'
import { Button } from '../frame/button'
import { Dialog, DialogButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { SelectField } from '../frame/field'
import { Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import { branchOf, kindOf } from './words'

/** The last six half years, newest first. Korea has no summer time: nine hours are added to UTC. */
function halves(): { value: string; label: string }[] {
  const now = new Date(Date.now() + 9 * 3_600_000)
  const newest = now.getUTCFullYear() * 2 + (now.getUTCMonth() < 6 ? 0 : 1)
  return Array.from({ length: 6 }, (_, back) => {
    const [year, part] = [Math.floor((newest - back) / 2), ((newest - back) % 2) + 1]
    return { value: `${year}-${part}`, label: `${year}년 ${part === 1 ? '상' : '하'}반기` }
  })
}

const HEAD = ['기관', '구분', '문서', '요청 인원', '제공 인원', '회신 전']

/** Half a year in counts, as the report to the ministry asks for it, and as a file. */
export function Report({ onClose }: { onClose: () => void }) {
  const may = useMay()
  const options = halves()
  const [half, setHalf] = useState(options[0]?.value ?? '')
  const query = useQuery(consoleQuery(path('/api/v1/console/authorities/report', { half })))
  const file = usePress('authorities.export', half, ({ name, content }) =>
    saveFile(String(name), String(content)),
  )
  return (
    <Dialog title="반기 보고" onClose={onClose} wide>
      <div className="grid gap-4">
        <SelectField label="반기" value={half} onChange={({ target }) => setHalf(target.value)}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Ready query={query} shape="h-32">
          {({ lines }) =>
            lines.length === 0 ? (
              <p className="text-ink-2 text-small">이 반기에 받은 요청이 없습니다.</p>
            ) : (
              <div className="overflow-x-auto">
                <table className="w-full border-collapse text-small">
                  <caption className="sr-only">기관과 구분마다 요청과 회신의 수</caption>
                  <thead>
                    <tr className="text-left text-ink-2">
                      {HEAD.map((label) => (
                        <th key={label} scope="col" className="py-1.5 pr-4 font-normal">
                          {label}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {lines.map((line) => (
                      <tr key={`${line.branch} ${line.kind}`} className="border-line border-t">
                        <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                          {branchOf(line.branch)}
                        </th>
                        <td className="pr-4">{kindOf(line.kind)}</td>
                        <td className="figures pr-4">{line.documents}</td>
                        <td className="figures pr-4">{line.peopleAsked}</td>
                        <td className="figures pr-4">{line.peopleGiven}</td>
                        <td className="figures">{line.waiting}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )
          }
        </Ready>
        <Failure error={file.error} />
        <DialogButtons>
          <Button kind="quiet" onClick={onClose}>
            닫기
          </Button>
          {may('authorities.register') && (
            <Button loading={file.isPending} onClick={() => file.mutate({})}>
              CSV 받기
            </Button>
          )}
        </DialogButtons>
      </div>
    </Dialog>
  )
}
