import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { Member, SiteConfig } from '../api/types'
import { isAtTill } from '../catalog/paths'
import { MEMBER_API } from '../members/paths'
import { pageAt } from '../routing'
import { servicesPath } from '../services/paths'
import { SUB_IDS } from '../sub-ids/paths'
import { ButtonLink } from '../ui/button'
import { PageError } from '../ui/page-error'
import { CONFIG_API } from './paths'

/** Also where a page is not for sub-ids, who are told so of the checkouts: links to those stand on public pages. */
export default function NotFound() {
  const { pathname } = useLocation()
  const client = useQueryClient()
  const member = client.getQueryData<Member | null>([MEMBER_API])
  const config = client.getQueryData<SiteConfig>([CONFIG_API]) ?? {}
  if (member?.kind === 'acting' && pageAt(pathname, config, { ...member, kind: null }).auth === 'member')
    return (
      <PageError
        title="보기를 끝내신 뒤 여실 수 있는 페이지입니다"
        action={<ButtonLink to={servicesPath(1)}>이용현황 보기</ButtonLink>}
      >
        <p>
          지금은 서브 아이디 {member.mberId}의 화면을 보고 있어 회원님의 페이지가 열리지 않습니다. 화면 위쪽의{' '}
          <b>보기 끝내기</b>를 누르신 뒤 다시 열어 주세요.
        </p>
      </PageError>
    )
  if (member?.kind && isAtTill(pathname))
    return (
      <PageError
        title="서브 아이디로는 구매하실 수 없습니다"
        action={<ButtonLink to={servicesPath(1)}>이용현황 보기</ButtonLink>}
      >
        <p>구매와 결제는 서브 아이디를 만든 회원이 합니다. 필요한 상품이 있으면 그 회원에게 요청해 주세요.</p>
      </PageError>
    )
  if (member && !member.kind && pathname.startsWith(`${SUB_IDS}/`))
    return (
      <PageError
        title="서브 아이디를 찾을 수 없습니다"
        action={<ButtonLink to={`${SUB_IDS}?page=1`}>서브 아이디 목록</ButtonLink>}
      >
        <p>삭제된 지 오래되었거나 없는 서브 아이디입니다. 목록에서 다시 선택해 주세요.</p>
      </PageError>
    )
  return (
    <PageError title="페이지를 찾을 수 없습니다" action={<ButtonLink to="/">홈으로 가기</ButtonLink>}>
      <p>주소가 바뀌었거나 없는 페이지입니다. 주소를 다시 확인해 주세요.</p>
    </PageError>
  )
}
