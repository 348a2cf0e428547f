import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { post } from '../api/client'
import type { Member } from '../api/types'
import { timeOfDay } from '../korean/dates'
import { showToast } from '../ui/toast'
import { notifyOtherTabs } from './session'
import { WarningBar } from './warning-bar'

/** Says on every page that staff see the shop as a member does, and ends it. */
export default function LookBar({ member }: { member: Member }) {
  const until = member.lookUntil ?? ''
  useEffect(() => {
    // Over: the next document is that of whoever else is logged in here.
    const left = new Date(until).getTime() - Date.now()
    // No timer runs for more than 24 days; a look ends within half an hour.
    const timer = setTimeout(() => window.location.reload(), Math.min(Math.max(0, left) + 1000, 3_600_000))
    return () => clearTimeout(timer)
  }, [until])
  const end = useMutation({
    mutationFn: () => post('/api/v1/look/end'),
    onSuccess: ({ next }) => {
      notifyOtherTabs()
      window.location.assign(next)
    },
    onError: ({ message }) => showToast(message),
  })
  return (
    <WarningBar
      label="회원 화면 보기"
      endLabel="끝내기"
      isEnding={end.isPending || end.isSuccess}
      onEnd={() => end.mutate()}
    >
      <b>{member.mberId}</b> 회원의 화면을 {timeOfDay(until)}까지 봅니다. 변경·결제와 키·코드 보기는 할 수
      없습니다.
    </WarningBar>
  )
}
