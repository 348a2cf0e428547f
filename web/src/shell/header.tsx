import { useMember } from '../members'
import { menuFor, useConfig } from '../site'
import { ButtonLink } from '../ui/button'
import { Link } from '../ui/link'
import { LazyActingBar } from './lazy-acting-bar'
import { Logo } from './logo'
import { MainMenu } from './main-menu'
import { MyIp } from './my-ip'
import { SideMenu } from './side-menu'
import { WaitingLine } from './waiting'
import { useWayIn } from './way-in'

/** The header. Wide screens show the menu in a row; below 1280 px a button opens it. */
export function Header() {
  const config = useConfig()
  const member = useMember()
  const wayIn = useWayIn()
  const groups = menuFor(config, member)
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-paper">
      <div className="page flex h-16 items-center gap-12 xl:h-18">
        <Logo config={config} />
        <MainMenu groups={groups.filter((group) => !group.mypage)} />
        <div className="ml-auto hidden items-center gap-2 xl:flex">
          {member ? (
            <MyIp member={member} />
          ) : (
            <>
              <Link
                to={wayIn('/sign-up')}
                className="flex min-h-11 items-center px-3 font-medium text-ink-2 text-small hover:text-ink"
              >
                회원가입
              </Link>
              <ButtonLink to={wayIn('/login')} kind="quiet" size="small">
                로그인
              </ButtonLink>
            </>
          )}
        </div>
        <SideMenu groups={groups} member={member} />
      </div>
      <WaitingLine />
      {member && <LazyActingBar member={member} />}
    </header>
  )
}
