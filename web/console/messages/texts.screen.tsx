import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TextField } from '../frame/field'
import { Part, Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { ScreenHead } from '../frame/screen-head'
import { Prices } from './prices'
import { KINDS } from './words'

/** What the shop sends by itself, as it reads with sample data, and what an SMS costs. */
export function Component() {
  const query = useQuery(consoleQuery('/api/v1/console/message-texts'))
  const [words, setWords] = useState('')
  return (
    <>
      <ScreenHead title="안내 문구" count={query.data ? String(query.data.items.length) : ''} />
      <div className="grid gap-8">
        <Part
          title="문자 단가"
          lead="발송 업체와 계약한 단가를 적어 두면 보내기 전에 예상 비용을 알려 드립니다."
        >
          <Prices />
        </Part>
        <Part
          title="자동으로 나가는 메일과 문자"
          lead="견본 자료로 채운 모습입니다. 90바이트가 넘는 문자는 LMS로 나갑니다."
        >
          <TextField
            label="찾기"
            type="search"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            className="max-w-80"
          />
          <Ready query={query} shape="h-96">
            {({ items }) => {
              const found = items.filter((text) =>
                `${text.subject} ${text.body}`.includes(words.normalize('NFC').trim()),
              )
              if (found.length === 0)
                return <p className="text-ink-2 text-small">이 말이 들어 있는 문구가 없습니다.</p>
              return (
                <ul className="grid gap-2">
                  {found.map((text, at) => (
                    // Variants of one text share its name.
                    // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed by the server
                    <li key={`${text.name} ${at}`} className="rounded-control border border-line">
                      <details>
                        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-2 text-small">
                          <span className="min-w-0 flex-1 font-medium">
                            {text.subject || text.body.split('\n')[0]}
                          </span>
                          <span className="figures text-caption text-ink-2">
                            {KINDS[text.kind]}
                            {text.kind !== 'mail' && ` · ${text.bytes}바이트`}
                          </span>
                        </summary>
                        <pre className="whitespace-pre-wrap break-words border-line border-t px-4 py-3 font-sans text-small">
                          {text.body}
                          {text.buttonLabel && `\n[${text.buttonLabel}]`}
                        </pre>
                        {text.kind === 'mail' && (
                          <p className="px-4 pb-3 text-small">
                            <a
                              className="text-accent underline"
                              href={`/api/v1/console/message-texts/${items.indexOf(text)}/look`}
                              target="_blank"
                              rel="noreferrer"
                            >
                              메일로 보기 (새 창)
                            </a>
                          </p>
                        )}
                      </details>
                    </li>
                  ))}
                </ul>
              )
            }}
          </Ready>
        </Part>
      </div>
    </>
  )
}
