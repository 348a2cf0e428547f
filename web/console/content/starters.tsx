import { ChangeDialog } from '../desk/change-dialog'

/** Publishes the texts that every shop begins with; what the shop has had already stays as it is. */
export function Starters({ onClose }: { onClose: () => void }) {
  return <ChangeDialog change="content.starters" target={null} title="기본 글 넣기" onClose={onClose} />
}
