import { EmptyState } from '../ui/empty-state'
import { type Block, blocksOf } from './legal-blocks'

/** A text of the operator, read as text: whatever markup it holds is shown, not obeyed. */
export function LegalDocument({ title, text }: { title: string; text: string }) {
  const blocks = blocksOf(text)
  return (
    <article className="page py-12 lg:py-18">
      <div className="mx-auto max-w-text">
        <h1 className="text-title-m lg:text-title-l">{title}</h1>
        <div className="mt-8">
          {blocks.length > 0 ? blocks.map(drawn) : <EmptyState>아직 등록된 내용이 없습니다.</EmptyState>}
        </div>
      </div>
    </article>
  )
}

/** The text never changes while it is shown, so a block's place tells it apart. */
function drawn({ kind, text }: Block, place: number, blocks: Block[]) {
  if (kind === 'chapter') {
    return (
      <h2 key={place} className="mt-12 text-title-s first:mt-0">
        {text}
      </h2>
    )
  }
  if (kind === 'heading') {
    // Below a chapter it is one level deeper; a text without chapters leaves no level out.
    const Heading = blocks.slice(0, place).some((before) => before.kind === 'chapter') ? 'h3' : 'h2'
    return (
      <Heading key={place} className="mt-8 text-lead first:mt-0">
        {text}
      </Heading>
    )
  }
  if (kind === 'item') {
    return (
      <p key={place} className="mt-2 flex gap-2 text-ink-2 before:content-['·']">
        {text}
      </p>
    )
  }
  return (
    <p key={place} className="mt-2 whitespace-pre-line text-ink-2 first:mt-0">
      {text}
    </p>
  )
}
