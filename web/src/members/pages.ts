import { plansApi, purchaseAt } from '../catalog/paths'
import { memberPage, page } from '../pages/page'
import { ownEventsApi, SIGN_UP_AGREEMENTS_API, SUB_ID_AGREEMENTS_API } from './paths'
import { asksToJoin } from './return-path'

/** The plans of what somebody is about to buy, who has to log in or sign up first. */
function plansToBuy(query: URLSearchParams) {
  const purchase = purchaseAt(query.get('callbackUrl') ?? '')
  return purchase ? plansApi(purchase.till.kind) : undefined
}

export const login = page({
  path: '/login',
  // The question that stands before a purchase is there sooner without the forms.
  file: (query) => (asksToJoin(query) ? 'members/login/gate' : 'members/login/login'),
  title: '로그인',
  description: import.meta.env.SSR && '로그인하여 이용 중인 고정 IP와 기기를 관리합니다.',
  noindex: true,
  data: ({ query }) => ({ plans: plansToBuy(query) }),
})

export const signUp = page({
  path: '/sign-up',
  file: 'members/sign-up/sign-up',
  title: '회원가입',
  description:
    import.meta.env.SSR &&
    '회원으로 가입하면 통신사 고정 IP를 바로 배정받을 수 있습니다. 가입에 필요한 정보와 동의 내용을 확인합니다.',
  data: ({ query }) => ({ agreements: SIGN_UP_AGREEMENTS_API, plans: plansToBuy(query) }),
})

const findId = page({
  path: '/find-id',
  file: 'members/recovery/find-id',
  title: '아이디 찾기',
  noindex: true,
})

const resetPassword = page({
  path: '/reset-password',
  file: 'members/recovery/reset-password',
  title: '비밀번호 재설정',
  noindex: true,
})

const informationCorrection = memberPage({
  path: '/mypage/information-correction',
  file: 'members/profile/information-correction',
  title: '정보수정',
})

/** What makes its address a link is behind the `#`, which no server sees. It is kept out of the record of visits. */
export const subIdLink = page({
  path: '/sub-id',
  file: 'members/sub-id/link',
  title: '서브 아이디 비밀번호 정하기',
  description:
    import.meta.env.SSR &&
    '받으신 링크로 서브 아이디의 비밀번호를 정하고 로그인합니다. 링크는 한 번만 쓸 수 있습니다.',
  noindex: true,
  secret: true,
  data: () => ({ agreements: SUB_ID_AGREEMENTS_API }),
})

/** Where the mailed link of a moved member leads; what makes it a link is behind the `#`, too. */
const movingIn = page({
  path: '/moving-in',
  file: 'members/moving-in/link',
  title: '비밀번호 정하고 시작하기',
  description:
    import.meta.env.SSR &&
    '이전 쇼핑몰에서 옮겨 온 회원이 메일로 받은 링크로 비밀번호를 정하고 로그인합니다. 링크는 한 번만 쓸 수 있습니다.',
  noindex: true,
  secret: true,
  data: () => ({ agreements: SIGN_UP_AGREEMENTS_API }),
})

const security = memberPage({
  path: '/mypage/security',
  file: 'members/sub-id/security',
  title: '보안·비밀번호',
  subIds: 'own',
})

export const activity = memberPage({
  path: '/mypage/activity',
  file: 'members/sub-id/activity',
  title: '활동 기록',
  subIds: 'only',
  data: ({ page }) => ({ own: '/api/v1/sub-id', events: ownEventsApi(page) }),
})

export const MEMBER_PAGES = [
  login,
  signUp,
  findId,
  resetPassword,
  informationCorrection,
  subIdLink,
  movingIn,
  security,
  activity,
]
