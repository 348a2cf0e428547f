import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ChangePreview, ChangeRequest, Service } from '../../api/types'
import { day, lastDay } from '../../korean/dates'
import { figures } from '../../korean/money'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { Dialog } from '../../ui/dialog'
import { FactRows } from '../../ui/fact-rows'
import { SelectField, TextField } from '../../ui/field'
import { Skeleton } from '../../ui/skeleton'
import { previewQuery, useChangeAddress } from './queries'
import { REASONS, type Reason, tellOutcome } from './words'

const DAY = 86_400

interface ChangeFormProps {
  service: Service
  onClose: () => void
  /** Shows a refusal beside the address, where it stays after this dialog has closed. */
  onRefused: (why: string) => void
}

/** What a change would mean, why it is wanted, and the button that makes it. */
export function ChangeForm({ service, onClose, onRefused }: ChangeFormProps) {
  const { data: preview, error } = useQuery(previewQuery(service.id))
  const change = useChangeAddress(service.id)
  const [reason, setReason] = useState<Reason | ''>('')

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const words = new FormData(event.currentTarget).get('words')
    const request: ChangeRequest = {
      address: service.address ?? '',
      reason: reason || null,
      words: typeof words === 'string' ? words : '',
    }
    // A promise, because whoever closes the dialog meanwhile is told the outcome all the same.
    change
      .mutateAsync(request)
      .finally(onClose)
      .then(tellOutcome, (refusal: Error) => onRefused(refusal.message))
  }

  return (
    <Dialog title="IP를 변경하시겠습니까?" onClose={onClose}>
      <form onSubmit={submit} className="mt-4 grid gap-5">
        {error && !preview && <Callout tone="danger">{error.message}</Callout>}
        {!preview && !error && <Skeleton className="h-77 sm:h-65" />}
        {preview && <Facts preview={preview} isShare={service.rights !== null} />}
        <SelectField
          label="변경하시는 이유"
          optional
          value={reason}
          onChange={({ target }) => setReason(target.value as Reason | '')}
        >
          <option value="">선택하지 않음</option>
          {Object.entries(REASONS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        {reason && (
          <TextField
            name="words"
            label="덧붙이실 말"
            optional
            maxLength={200}
            help="서비스를 고치는 데에만 쓰고 1년 뒤 지웁니다."
          />
        )}
        <p role="status" className="text-caption text-ink-2 empty:hidden">
          {change.isPending && '접속 서버에 새 IP를 적용하고 있습니다. 보통 1초 안에 끝납니다.'}
        </p>
        <div className="flex gap-3">
          <Button kind="quiet" wide disabled={change.isPending} onClick={onClose}>
            취소
          </Button>
          <Button
            type="submit"
            wide
            loading={change.isPending}
            disabled={!preview || preview.candidates === 0 || preview.ipTicket === 0}
          >
            변경
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The server counts no further than a thousand, of which 256 at most are left out of those of other networks. */
const counted = (addresses: number) => `${figures(addresses)}개${addresses >= 744 ? ' 이상' : ''}`

interface FactsProps {
  preview: ChangePreview
  /** A sub-id uses tickets of its owner, whose dates are none of its business. */
  isShare: boolean
}

function Facts({ preview, isShare }: FactsProps) {
  const { address, carrier, region, candidates, otherNetworks, ticketUntil, ipTicket } = preview
  if (ipTicket === 0)
    return (
      <Callout tone="warn">
        {isShare
          ? '지금은 IP를 변경하실 수 없습니다. 서브 아이디를 만든 회원에게 문의해 주세요.'
          : '사용 가능한 IP 교체권이 없습니다.'}
      </Callout>
    )
  if (candidates === 0)
    return (
      <Callout tone="warn">
        지금 {carrier} {region}에 변경해 드릴 수 있는 IP가 없습니다. {isShare ? '변경 횟수는' : '교체권은'}{' '}
        그대로이니 나중에 다시 확인해 주세요.
      </Callout>
    )
  return (
    <>
      <FactRows
        rows={[
          {
            name: '현재 IP',
            value: (
              <span translate="no" className="address">
                {address}
              </span>
            ),
          },
          { name: '새 IP', value: `${carrier} · ${region}` },
          {
            name: '받을 수 있는 IP',
            value: `${counted(candidates)}${otherNetworks > 0 ? ` (다른 대역 ${counted(otherNetworks)} 우선)` : ''}`,
          },
          {
            name: isShare ? '사용하는 변경 횟수' : 'IP 교체권',
            value: isShare
              ? `1번 (변경한 뒤 ${figures(ipTicket - 1)}번 남음)`
              : `1장${ticketUntil ? ` (${lastDay(ticketUntil)}까지)` : ''}`,
          },
        ]}
      />
      <Consequences preview={preview} isShare={isShare} />
    </>
  )
}

/** What becomes of the old address, and whether there is a way back to it. */
function Consequences({ preview: { isFinal, restSeconds }, isShare }: FactsProps) {
  if (isFinal)
    return (
      <Callout tone="warn">
        한 번 되돌린 교체권으로 하는 변경이므로 이번에는 되돌릴 수 없습니다. 이전 IP는 쉬었다가 다른 회원에게
        배정될 수 있습니다.
      </Callout>
    )
  const days = Math.floor(restSeconds / DAY)
  const until = day(new Date(Date.now() + restSeconds * 1000))
  return (
    <Callout tone="info">
      이전 IP는 {days > 0 ? `${days}일 동안` : '잠시'} 쉬었다가 다른 회원에게 배정될 수 있습니다.{' '}
      {restSeconds > 0 &&
        `${until}까지는 한 번 되돌릴 수 있고, 그때 ${isShare ? '변경 횟수를' : '교체권을'} 돌려드립니다.`}{' '}
      열려 있던 연결은 끊겼다가 새 IP로 이어집니다.
    </Callout>
  )
}
