import { EyeOff } from 'lucide-react'
import type { InquiryImage, InquiryMessage } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { classes } from '../ui/classes'
import { imagePath, thumbnailPath } from './image-paths'

/** The messages of an inquiry, the oldest first. */
export function Thread({ messages }: { messages: InquiryMessage[] }) {
  return (
    <ol aria-label="문의와 답변" className="grid gap-4">
      {messages.map(({ id, author, body, createdAt, images }) => (
        <li
          key={id}
          className={classes(
            'rounded-card border p-5 sm:p-6',
            author === 'staff' ? 'border-accent-tint bg-accent-tint' : 'border-line',
          )}
        >
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
            <span className="font-semibold">{author === 'staff' ? '고객센터 답변' : '내 문의'}</span>
            <time dateTime={createdAt} className="figures text-caption text-ink-2">
              {dayAndTime(createdAt)}
            </time>
          </p>
          <p className="wrap-anywhere mt-3 whitespace-pre-wrap">{body}</p>
          <MessageImages images={images} />
        </li>
      ))}
    </ol>
  )
}

/** The images of a message as thumbnails; each opens in full size in a new tab. */
function MessageImages({ images }: { images: InquiryImage[] }) {
  if (images.length === 0) return null
  return (
    <ul aria-label="첨부한 사진" className="mt-4 flex flex-wrap gap-2">
      {images.map((image) => (
        <li key={image.id}>
          {image.hidden ? (
            <span className="flex size-24 flex-col items-center justify-center gap-1 rounded-control bg-surface p-2 text-center text-caption text-ink-2">
              <EyeOff aria-hidden="true" className="size-5" strokeWidth={1.75} />
              고객센터에서 가린 사진
            </span>
          ) : (
            <a
              href={imagePath(image.id)}
              target="_blank"
              rel="noopener"
              aria-label={`${image.name} 크게 보기 (새 창)`}
              className="block overflow-hidden rounded-control border border-line hover:border-ink-3"
            >
              <img src={thumbnailPath(image.id)} alt="" loading="lazy" className="size-24 object-cover" />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
