import { EyeOff } from 'lucide-react'
import type { InquiryImage } from '../api/types'
import { imagePath, thumbnailPath } from './image-paths'

/** The images of a message as thumbnails; each opens in full size in a new tab. */
export function MessageImages({ images }: { images: InquiryImage[] }) {
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
