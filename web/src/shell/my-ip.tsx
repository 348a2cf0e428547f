import type { Member } from '../api/types'
import { Icon } from '../ui/icon'
import { LazyMemberPanel } from './lazy-member-panel'
import { usePopover } from './popover'

const ID = 'my-ip'

export function MyIp({ member }: { member: Member }) {
  const { panel, isOpen } = usePopover()
  return (
    <>
      <button
        type="button"
        popoverTarget={ID}
        className="inline-flex min-h-11 items-center gap-2 rounded-control border border-ink-3 px-4 font-semibold text-small hover:bg-surface"
      >
        <span aria-hidden="true" className="size-2 rounded-full bg-accent" />내 IP
        <Icon name="down" className="size-4" />
      </button>
      <section
        ref={panel}
        id={ID}
        popover="auto"
        aria-label="내 IP"
        className="fixed top-20 right-[max(24px,calc((100vw-1120px)/2))] left-auto m-0 w-80 rounded-card bg-paper p-6 text-ink floating"
      >
        {isOpen && <LazyMemberPanel member={member} leadsHome={false} />}
      </section>
    </>
  )
}
