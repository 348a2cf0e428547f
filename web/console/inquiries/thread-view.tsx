import { classes } from '../../src/ui/classes'
import { When } from '../frame/when'
import { MessageImages } from './message-images'
import type { Thread } from './queries'

/** Messages and the notes between them, in the order in which they were written. What is written is text, never markup. */
export function ThreadView({ thread }: { thread: Thread }) {
  const { messages, notes, member } = thread
  const all = [
    ...messages.map((message) => ({
      key: `m${message.id}`,
      at: message.createdAt,
      by: message.staff ?? `${member.name} 회원`,
      kind: message.staff === null ? '' : '답변',
      look: message.staff === null ? 'border-line' : 'border-accent-tint bg-accent-tint',
      body: message.body,
      images: message.images,
    })),
    ...notes.map((note) => ({
      key: `n${note.id}`,
      at: note.writtenAt,
      by: note.staff,
      kind: '내부 메모',
      look: 'border-warn-tint bg-warn-tint',
      body: note.body,
      images: [],
    })),
  ].sort((one, other) => one.at.localeCompare(other.at))
  return (
    <ol aria-label="문의와 답변" className="grid gap-3 text-small">
      {all.map(({ key, at, by, kind, look, body, images }) => (
        <li key={key} className={classes('rounded-card border p-4', look)}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">
              {by}
              {kind && <span className="ml-2 font-normal text-caption text-ink-2">{kind}</span>}
            </span>
            <span className="text-caption text-ink-2">
              <When at={at} />
            </span>
          </p>
          <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{body}</p>
          <MessageImages images={images} />
        </li>
      ))}
    </ol>
  )
}
