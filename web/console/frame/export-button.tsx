import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button'
import { API, send } from './calls'
import { CancelButton, Dialog, DialogButtons } from './dialog'
import { Failure } from './failure'
import { useKeys } from './keys'
import { isReason, ReasonField } from './reason-field'
import { useMay } from './session'

/** What a file has, as the server declares the list. */
export interface ListFile {
  columns: string[]
  /** With personal data in full: a second person has to confirm. */
  isPersonal: boolean
}

interface ExportButtonProps {
  screen: string
  query: string
  count: string
  /** The filters in words. */
  said: string[]
  file?: ListFile | undefined
}

/** Has the server export what the filters find. It says before what is in the file, and that it is written down, and asks why. */
export function ExportButton({ screen, query, count, said, file }: ExportButtonProps) {
  const may = useMay()
  const isAllowed = may('exports.make')
  const [isOpen, setOpen] = useState(false)
  useKeys({ e: isAllowed ? () => setOpen(true) : undefined })
  if (!isAllowed) return null
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        <Download aria-hidden="true" className="size-4" strokeWidth={1.75} />
        내보내기
      </Button>
      {isOpen && (
        <ExportDialog
          title="목록 내보내기"
          order={(reason) => send<{ expected: number }>('POST', `${API}/exports`, { screen, query, reason })}
          onClose={() => setOpen(false)}
        >
          지금 조건에 맞는 {count}건을 파일로 만듭니다. 누가 언제 왜 내보냈는지 기록에 남습니다.
          <span className="mt-2 block text-ink-2 text-small">
            조건: {said.length > 0 ? said.join(', ') : '없음 (전체)'}
          </span>
          {file && (
            <span className="mt-1 block text-ink-2 text-small">담는 것: {file.columns.join(', ')}</span>
          )}
          {file?.isPersonal && (
            <span className="mt-1 block text-small">
              개인정보를 가리지 않고 담으므로 두 번째 사람이 확인한 뒤에 만듭니다.
            </span>
          )}
        </ExportDialog>
      )}
    </>
  )
}

/** Asks why, and says whether the file is being made or waits for a second person. */
export function ExportDialog({
  title,
  order: sent,
  onClose,
  children,
}: {
  title: string
  order: (reason: string) => Promise<{ status: number; data: { expected: number } }>
  onClose: () => void
  children: ReactNode
}) {
  const [reason, setReason] = useState('')
  const order = useMutation({ mutationFn: () => sent(reason) })
  if (order.data)
    return (
      <Dialog title="내보내기" onClose={onClose}>
        <p role="status">
          {/* Counted anew by the press: the list may have been on the screen for a while. */}
          지금 모두 {order.data.data.expected.toLocaleString()}건입니다.{' '}
          {order.data.status === 202
            ? '두 번째 사람의 확인을 기다립니다. 확인되면 내보낸 파일을 받을 수 있습니다.'
            : '내보내기를 시작했습니다. 준비되면 내보낸 목록에서 받을 수 있습니다.'}
        </p>
        <DialogButtons>
          <Button onClick={onClose}>확인</Button>
        </DialogButtons>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid gap-3">
        <p>{children}</p>
        <ReasonField value={reason} onChange={setReason} />
        <Failure error={order.error} />
        <DialogButtons>
          <CancelButton />
          <Button disabled={!isReason(reason)} loading={order.isPending} onClick={() => order.mutate()}>
            내보내기
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
