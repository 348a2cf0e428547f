import { useEffect, useRef, useState } from 'react'
import { remove as removeAt } from '../api/client'
import { type Attachment, attachmentOf, failureOf, obstacleOf, pickOf } from './attachments'
import { imagePath } from './image-paths'
import { uploadImage } from './upload'

/** Deletes an uploaded image. A failure does no harm: the shop deletes unsent images within a day. */
const discard = (id: number) => removeAt(imagePath(id)).catch(() => undefined)

export type Attachments = ReturnType<typeof useAttachments>

/** The images of one form. They are uploaded one after the other, so that each arrives even over a slow line. */
export function useAttachments() {
  const [items, setItems] = useState<Attachment[]>([])
  /** Which picked files had no room, or why the message could not be sent. */
  const [notice, setNotice] = useState('')
  const underWay = useRef<{ key: number; controller: AbortController } | null>(null)

  const change = (key: number, what: Partial<Attachment>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...what } : item)))

  const next = items.some(({ state }) => state === 'uploading')
    ? undefined
    : items.find(({ state }) => state === 'waiting')

  // biome-ignore lint/correctness/useExhaustiveDependencies: one start for each that is next
  useEffect(() => {
    if (!next) return
    const { key, file } = next
    const controller = new AbortController()
    underWay.current = { key, controller }
    change(key, { state: 'uploading', progress: 0 })
    uploadImage(file, {
      signal: controller.signal,
      onProgress: (progress) => change(key, { progress }),
    }).then(
      (image) => (controller.signal.aborted ? discard(image.id) : change(key, { state: 'done', image })),
      (error) => change(key, failureOf(error)),
    )
  }, [next?.key])

  useEffect(() => () => underWay.current?.controller.abort(), [])

  return {
    items,
    notice,
    setNotice,
    add: (picked: File[]) => {
      const { files, left } = pickOf(picked, items.length)
      setNotice(left)
      setItems([...items, ...files.map(attachmentOf)])
    },
    retry: (key: number) => {
      setNotice('')
      change(key, { state: 'waiting', progress: 0 })
    },
    remove: (key: number) => {
      const item = items.find((one) => one.key === key)
      if (underWay.current?.key === key) underWay.current.controller.abort()
      if (item?.image) void discard(item.image.id)
      setNotice('')
      setItems(items.filter((one) => one.key !== key))
    },
    obstacle: obstacleOf(items),
    ids: items.flatMap(({ image }) => image?.id ?? []),
    /** Empties the list after sending; the images then belong to the message. */
    clear: () => setItems([]),
  }
}
