import { dayAndTime } from '../../src/korean/dates'
import { withRo } from '../../src/korean/particles'
import type { Made } from '../desk/use-press'
import { Button } from '../frame/button'
import { Dialog, DialogButtons } from '../frame/dialog'
import { OnceLink } from '../frame/once-link'
import type { Person } from './queries'

interface MadeLinkProps {
  person: Person
  /** `url` if the link resets a login; `email` if a first link was mailed there. */
  made: Made & { url?: string; email?: string; expiresAt?: string }
  onClose: () => void
}

export const linkTitle = ({ state }: Person) =>
  state === 'active' ? '로그인 다시 설정하는 링크' : '초대 메일'

/** Shows a link that was made, once, or says where it was mailed to. A press that is repeated has neither. */
export function MadeLink({ person, made: { url, email, expiresAt }, onClose }: MadeLinkProps) {
  const until = expiresAt === undefined ? '' : dayAndTime(expiresAt)
  return (
    <Dialog title={linkTitle(person)} onClose={onClose}>
      {url !== undefined && <OnceLink url={url} />}
      <p className="figures mt-3 text-ink-2">
        {url !== undefined
          ? `${until}까지 한 번 쓸 수 있습니다. 먼저 연 사람이 비밀번호를 정하므로 ${person.name} 님에게만 전해 주세요.`
          : email !== undefined
            ? `${withRo(email)} 초대 메일을 보냈습니다. ${until}까지 한 번 쓸 수 있습니다.`
            : '링크는 한 번만 보여 드립니다. 적어 두지 못했다면 새로 만들어 주세요.'}
      </p>
      <DialogButtons>
        <Button onClick={onClose}>확인</Button>
      </DialogButtons>
    </Dialog>
  )
}
