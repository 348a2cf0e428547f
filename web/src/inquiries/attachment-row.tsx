import { CircleAlert, ImageIcon } from 'lucide-react'
import { Button } from '../ui/button'
import { ThinBar } from '../ui/thin-bar'
import type { Attachment } from './attachments'
import { thumbnailPath } from './image-paths'

interface AttachmentRowProps {
  item: Attachment
  onRetry: () => void
  onRemove: () => void
}

const megabytes = (size: number) =>
  size < 100_000 ? `${Math.ceil(size / 1_000)}KB` : `${(size / 1_000_000).toFixed(1)}MB`

function standing({ state, progress, file }: Attachment) {
  if (state === 'waiting') return '기다리는 중'
  if (state === 'uploading')
    return progress < 1 ? `올리는 중 ${Math.round(progress * 100)}%` : '사진을 확인하는 중'
  return `첨부됨 · ${megabytes(file.size)}`
}

export function AttachmentRow({ item, onRetry, onRemove }: AttachmentRowProps) {
  const { file, image, state, progress, error, mayRetry } = item
  return (
    <li className="flex items-center gap-3 rounded-control border border-line p-2 pr-3">
      <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg bg-surface text-ink-3">
        {image ? (
          <img src={thumbnailPath(image.id)} alt="" className="size-full object-cover" />
        ) : (
          <ImageIcon aria-hidden="true" className="size-6" strokeWidth={1.75} />
        )}
      </span>
      <div className="min-w-0 grow text-caption">
        <p className="truncate font-semibold text-small">{file.name}</p>
        {state === 'failed' ? (
          <p role="alert" className="flex items-start gap-1 text-danger">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
            {error}
          </p>
        ) : (
          <p className="figures text-ink-2">{standing(item)}</p>
        )}
        {state === 'uploading' && <ThinBar value={progress} max={1} label={`${file.name} 올리는 중`} />}
        {mayRetry && state === 'failed' && (
          <Button kind="text" onClick={onRetry} aria-label={`${file.name} 다시 시도`}>
            다시 시도
          </Button>
        )}
      </div>
      <Button kind="text" onClick={onRemove} aria-label={`${file.name} 삭제`} className="shrink-0">
        삭제
      </Button>
    </li>
  )
}
