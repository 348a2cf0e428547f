import { FactList } from '../frame/fact-list'
import { ScreenHead } from '../frame/screen-head'
import { useSession } from '../frame/session'
import { When } from '../frame/when'
import { Passkeys } from './passkeys'
import { PasswordForm } from './password-form'
import { Sessions } from './sessions'

/** One's own account: where it is logged in, its passkeys and its password. */
export function Component() {
  const { name, email, role, expiresAt } = useSession()
  return (
    <div className="grid max-w-180 gap-8">
      <div>
        <ScreenHead title="내 계정" />
        <FactList
          facts={[
            { label: '이름', value: name },
            { label: '이메일', value: email },
            { label: '역할', value: role.name },
            { label: '로그인 유효', value: <When at={expiresAt} /> },
          ]}
        />
      </div>
      <Sessions />
      <Passkeys />
      <PasswordForm />
    </div>
  )
}
