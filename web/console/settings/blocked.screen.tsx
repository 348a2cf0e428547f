import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { figures } from '../../src/korean/money'
import { ChangeDialog } from '../desk/change-dialog'
import { CHANGES } from '../desk/changes'
import { pathOf } from '../desk/use-press'
import { Button } from '../frame/button'
import { send } from '../frame/calls'
import { Failure } from '../frame/failure'
import { TextArea } from '../frame/field'
import { Part, Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { useMay } from '../frame/session'
import { blockedQuery } from './queries'

/** The list as changes name it. */
const LIST = 'blocked'

type BlockChange = 'settings.block' | 'settings.unblock'

interface Wished {
  change: BlockChange
  ranges: string[]
}

const rangesOf = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** Addresses that the shop answers nothing but a refusal. */
export function Component() {
  const may = useMay()('settings.change')
  const query = useQuery(blockedQuery)
  const [text, setText] = useState('')
  const [wish, setWish] = useState<Wished | null>(null)
  const check = useMutation({
    mutationFn: ({ change, ranges }: Wished) =>
      send('POST', `${pathOf(change)}/preview`, { target: LIST, wish: { ranges } }),
    onSuccess: (_, wished) => setWish(wished),
  })
  const ranges = rangesOf(text)

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (ranges.length > 0 && !check.isPending) check.mutate({ change: 'settings.block', ranges })
  }

  return (
    <>
      <ScreenHead title="차단 IP" count={query.data ? figures(query.data.ranges.length) : ''} />
      <div className="grid max-w-180 gap-8">
        {may && (
          <Part
            title="차단하기"
            lead="차단한 IP에서는 사이트의 모든 화면과 호출이 거절되고, 고객센터 전화번호만 보입니다."
          >
            <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
              <TextArea
                label="IP"
                help="한 줄에 하나씩, 203.0.113.7이나 203.0.113.0/24처럼 적어 주세요. 지금 접속한 IP는 차단할 수 없습니다."
                className="figures"
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <Failure error={check.error} />
              <div>
                <Button type="submit" disabled={ranges.length === 0} loading={check.isPending}>
                  누가 막히는지 보기
                </Button>
              </div>
            </form>
          </Part>
        )}
        <Part title="차단한 IP">
          <Ready query={query}>
            {(blocked) =>
              blocked.ranges.length === 0 ? (
                <p className="text-ink-2 text-small">차단한 IP가 없습니다.</p>
              ) : (
                <ul className="divide-y divide-line border-line border-y">
                  {blocked.ranges.map((range) => (
                    <li key={range} className="flex min-h-10 items-center gap-3">
                      <span className="figures min-w-0 flex-1 break-all">{range}</span>
                      {may && (
                        <Button
                          kind="text"
                          aria-label={`${range} 차단 풀기`}
                          onClick={() => setWish({ change: 'settings.unblock', ranges: [range] })}
                        >
                          차단 풀기
                        </Button>
                      )}
                    </li>
                  ))}
                </ul>
              )
            }
          </Ready>
        </Part>
      </div>
      {wish && (
        <ChangeDialog
          change={wish.change}
          target={LIST}
          title={CHANGES[wish.change].label}
          wish={{ ranges: wish.ranges }}
          onDone={() => wish.change === 'settings.block' && setText('')}
          onClose={() => setWish(null)}
        />
      )}
    </>
  )
}
