import { useEffect, useRef } from 'react'
import type { MadeSubId } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { CopyButton } from '../ui/copy-button'
import { Link } from '../ui/link'
import { saveFile } from '../ui/save-file'
import { linksFile } from './csv'
import { InThisTab } from './in-this-tab'
import { subIdPath } from './pages-lead-to'

interface MadeManyProps {
  made: MadeSubId[]
  isStored: boolean
  onClose: () => void
}

/** The links of many new sub-ids, which only this tab has, also as a file. */
export function MadeMany({ made, isStored, onClose }: MadeManyProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-label="만든 서브 아이디" className="grid min-w-0 gap-4 rounded-card bg-surface p-5 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-lead">
        서브 아이디 {made.length}개를 만들었습니다
      </h2>
      <p className="max-w-text text-small">
        쓰실 분에게 각자의 링크를 보내 주세요. 링크를 열어 비밀번호를 직접 정하며, 하루 동안 한 번 쓸 수
        있습니다. 각 아이디에는 회원님이 정하신 상품만 보이니, 이어서 아이디마다 이용할 상품을 정해 주세요.
      </p>
      <Callout tone="warn">
        <InThisTab isStored={isStored} /> 파일로 내려받으셨으면 다 보낸 뒤에 파일을 지워 주세요.
      </Callout>
      <ul aria-label="링크" className="min-w-0 divide-y divide-line border-line border-y">
        {made.map(({ id, loginId, name, link }) => (
          <li key={id} className="flex items-center gap-4 py-2">
            <div className="min-w-0 grow">
              <p className="break-all font-medium">
                <Link to={subIdPath(id)} className="underline decoration-line underline-offset-4">
                  {name} <span className="text-ink-2">{loginId}</span>
                </Link>
              </p>
              <p className="truncate text-caption text-ink-2">{link.url}</p>
              <p className="figures text-caption text-ink-2">{dayAndTime(link.expiresAt)}까지</p>
            </div>
            <CopyButton text={link.url} what={`${loginId} 링크`} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => saveFile('sub-id-links.csv', linksFile(made))}>
          링크 모두 내려받기 (CSV)
        </Button>
        <Button kind="quiet" onClick={onClose}>
          완료
        </Button>
      </div>
    </section>
  )
}
