import { ImagePlus } from 'lucide-react'
import { useId, useRef } from 'react'
import { FieldError } from '../ui/field'
import { AttachmentRow } from './attachment-row'
import type { Attachments } from './use-attachments'
import { IMAGES_MOST } from './words'

const ACCEPTED = 'image/jpeg,image/png,image/webp'

/** Picks images and shows the progress of each. They are uploaded at once, and sent with the message. */
export function AttachmentField({ attachments }: { attachments: Attachments }) {
  const { items, notice, add, retry, remove } = attachments
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  function removeAndStay(key: number) {
    remove(key)
    // The pressed button disappears together with its row.
    input.current?.focus()
  }

  return (
    <fieldset className="grid gap-2" aria-describedby={`${id}-help`}>
      <legend className="mb-2 font-semibold text-small">
        사진 첨부<span className="ml-1 font-normal text-ink-3">(선택)</span>
      </legend>
      <label className="relative flex min-h-13 cursor-pointer items-center justify-center gap-2 rounded-control border border-ink-3 border-dashed px-4 font-semibold text-small has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 hover:bg-surface">
        <ImagePlus aria-hidden="true" className="size-5" strokeWidth={1.75} />
        사진 선택
        <span className="figures font-normal text-ink-2">
          {items.length}/{IMAGES_MOST}
        </span>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          multiple
          className="sr-only"
          aria-describedby={`${id}-help ${id}-error`}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // Lets the same file be picked again.
            currentTarget.value = ''
          }}
        />
      </label>
      <div id={`${id}-help`} className="text-caption text-ink-2">
        <p>JPG, PNG, WebP 사진을 한 장에 10MB까지, {IMAGES_MOST}장까지 첨부할 수 있습니다.</p>
        <p className="mt-1 font-semibold text-ink">주민등록번호가 보이지 않도록 가린 후 첨부해 주세요.</p>
      </div>
      {items.length > 0 && (
        <ul aria-label="첨부한 사진" className="grid gap-2">
          {items.map((item) => (
            <AttachmentRow
              key={item.key}
              item={item}
              onRetry={() => retry(item.key)}
              onRemove={() => removeAndStay(item.key)}
            />
          ))}
        </ul>
      )}
      <FieldError id={`${id}-error`} error={notice || undefined} />
    </fieldset>
  )
}
