import { type FormEvent, useRef, useState } from 'react'
import type { MadeDeviceLink } from '../../api/types'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { TextField } from '../../ui/field'
import { useMakeLink } from './queries'

interface NewLinkProps {
  serviceId: number
  onMade: (link: MadeDeviceLink) => void
}

/** Asks what the device will be called, which whoever gets the link sees, and makes one. */
export function NewLink({ serviceId, onMade }: NewLinkProps) {
  const make = useMakeLink(serviceId)
  const input = useRef<HTMLInputElement>(null)
  // Before the button shows that it is busy, a second press would make another link, which nobody sees.
  const isMaking = useRef(false)
  const [error, setError] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const name = input.current?.value.trim() ?? ''
    setError(name ? undefined : '기기 이름을 입력해 주세요.')
    if (!name) return input.current?.focus()
    if (isMaking.current) return
    isMaking.current = true
    const onSettled = () => {
      isMaking.current = false
    }
    make.mutate({ name }, { onSuccess: onMade, onSettled })
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        ref={input}
        label="기기 이름"
        help="누구의 기기인지 알아볼 이름입니다. 링크를 받은 분에게도 보입니다."
        placeholder="예: 김대리 휴대폰"
        maxLength={40}
        autoComplete="off"
        error={error}
      />
      {make.error && <Callout tone="danger">{make.error.message}</Callout>}
      <Button type="submit" loading={make.isPending} className="max-sm:w-full sm:justify-self-start">
        링크 만들기
      </Button>
    </form>
  )
}
