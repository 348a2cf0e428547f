import { useQuery } from '@tanstack/react-query'
import type { Member } from '../api/types'
import { connectionQuery } from '../services'
import { Button } from '../ui/button'
import { classes } from '../ui/classes'
import { useHydrated } from '../ui/hydrated'
import { Icon } from '../ui/icon'
import { LazyMemberPanel } from './lazy-member-panel'
import { usePopover } from './popover'

const ID = 'my-ip'

export function MyIp({ member }: { member: Member }) {
  const { panel, isOpen } = usePopover()
  return (
    <>
      <Button kind="quiet" size="small" popoverTarget={ID}>
        <Dot member={member} />내 IP
        <Icon name="down" className="size-4" />
      </Button>
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

/** Filled and green only while this browser comes through a service of the member; else a ring. The server decides. */
function Dot({ member }: { member: Member }) {
  const isHydrated = useHydrated()
  const { data } = useQuery({ ...connectionQuery, enabled: isHydrated && member.useSvCnt > 0 })
  const isConnected = member.useSvCnt > 0 && data?.connected === true
  return (
    <>
      <span
        aria-hidden="true"
        className={classes('size-2 rounded-full border', isConnected ? 'border-ok bg-ok' : 'border-ink-3')}
      />
      {isConnected && <span className="sr-only">연결됨, </span>}
    </>
  )
}
