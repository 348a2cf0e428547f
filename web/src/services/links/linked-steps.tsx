import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { codeOf, isTransient } from '../../api/problem'
import type { LinkedDevice } from '../../api/types'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { CheckingLink } from '../../ui/checking-link'
import { makeKeyPair } from '../keys'
import { forget, type Kept, keep, keptFor } from './kept'
import { LinkedSetup } from './linked-setup'
import { linkQuery, useLink } from './queries'
import { StartSetup } from './start-setup'

/** One link from its first sight to the device that it has set up. */
export function LinkedSteps({ token }: { token: string }) {
  const [kept, setKept] = useState(() => keptFor(token))
  // The key from before this page was loaded. A press whose answer is lost now is simply pressed again.
  const [earlier] = useState(kept)
  const [isStored, setStored] = useState(true)
  const [isDone, setDone] = useState(false)
  const press = useLink(token)
  const setup = kept?.setup ?? null
  const link = useQuery({ ...linkQuery(token, earlier?.publicKey ?? null), enabled: !setup })
  const found = link.data?.setup

  const note = useCallback((device: Kept) => {
    setStored(keep(device))
    setKept(device)
  }, [])

  // A press whose answer was lost with the page that had sent it.
  useEffect(() => {
    if (earlier && !earlier.setup && found) note({ ...earlier, setup: found })
  }, [earlier, found, note])

  async function start(isElsewhere: boolean): Promise<LinkedDevice> {
    const keys = kept ?? (await makeKeyPair())
    const device = { token, privateKey: keys.privateKey, publicKey: keys.publicKey, isElsewhere, setup: null }
    note(device)
    const made = await press.mutateAsync(device.publicKey)
    note({ ...device, setup: made })
    return made
  }

  function finish() {
    forget()
    setDone(true)
  }

  if (setup && isDone) return <Done name={setup.device.name} />
  if (kept && setup) return <LinkedSetup kept={kept} setup={setup} isStored={isStored} onClose={finish} />
  if (link.error) return <Refused error={link.error} onRetry={() => void link.refetch()} />
  if (!link.data) return <Waiting />
  return <StartSetup link={link.data} onStart={start} />
}

const Waiting = () => (
  <>
    <h1 className="text-title-m">기기 설정</h1>
    <CheckingLink />
  </>
)

const TITLES: Record<string, string> = {
  device_link_used: '이미 사용한 링크입니다',
  device_link_expired: '유효 시간이 지났습니다',
  device_link_withdrawn: '취소된 링크입니다',
  device_link_over: '지금은 쓸 수 없는 링크입니다',
  linked_device_removed: '삭제된 기기입니다',
  unknown_device_link: '알 수 없는 링크입니다',
}

function Refused({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const mayRetry = isTransient(error) || codeOf(error) === 'too_many_requests'
  return (
    <Told title={TITLES[codeOf(error) ?? ''] ?? '링크를 확인하지 못했습니다'}>
      <Callout tone="danger">{error.message}</Callout>
      {mayRetry && (
        <Button kind="quiet" className="sm:justify-self-start" onClick={onRetry}>
          다시 시도
        </Button>
      )}
    </Told>
  )
}

const Done = ({ name }: { name: string }) => (
  <Told title="설정을 마쳤습니다">
    <p className="text-ink-2">
      <b className="break-words text-ink">{name}</b>의 VPN은 WireGuard 앱에서 켜고 끕니다. 이 창은 닫으셔도
      됩니다. 설정을 지웠거나 기기를 바꾸셨을 때에는 링크를 보내신 분께 새 링크를 받아 주세요.
    </p>
  </Told>
)

/** A title that takes the focus, because what had it is gone. */
function Told({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-title-m">
        {title}
      </h1>
      {children}
    </>
  )
}
