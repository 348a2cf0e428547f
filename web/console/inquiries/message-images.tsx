import { useState } from 'react'
import { path } from '../../src/api/path'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import type { Message } from './queries'

type Image = Message['images'][number]

/** The images of a message as thumbnails; each opens in full size in a new tab, which is written down. */
export function MessageImages({ images }: { images: Image[] }) {
  const may = useMay()
  const [hiding, setHiding] = useState<Image | null>(null)
  if (images.length === 0) return null
  return (
    <ul aria-label="첨부한 사진" className="mt-3 flex flex-wrap gap-3">
      {images.map((image) => (
        <li key={image.id} className="grid justify-items-center gap-1">
          {image.hidden ? (
            <span className="grid size-24 place-items-center rounded-control bg-surface p-2 text-center text-caption text-ink-2">
              가린 사진
            </span>
          ) : (
            <>
              <a
                href={path('/api/v1/console/inquiries/images/{id}', { id: image.id })}
                target="_blank"
                rel="noopener"
                aria-label={`${image.name} 크게 보기 (새 창)`}
                className="block overflow-hidden rounded-control border border-line hover:border-ink-3"
              >
                <img
                  src={path('/api/v1/console/inquiries/images/{id}/thumbnail', { id: image.id })}
                  alt=""
                  loading="lazy"
                  className="size-24 object-cover"
                />
              </a>
              {may('inquiries.answer') && (
                <Button kind="text" aria-label={`${image.name} 가리기`} onClick={() => setHiding(image)}>
                  가리기
                </Button>
              )}
            </>
          )}
        </li>
      ))}
      {hiding && (
        <ChangeDialog
          change="inquiries.hide_image"
          target={hiding.id}
          title="사진 가리기"
          onClose={() => setHiding(null)}
        />
      )}
    </ul>
  )
}
