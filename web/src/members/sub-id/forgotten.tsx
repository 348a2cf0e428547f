/** For a sub-id that has forgotten its password: it has no mail address of its own to which help could go. */
export const ForgottenBySubId = () => (
  <p className="text-ink-2 text-small">서브 아이디는 만든 회원에게 비밀번호 설정 링크를 다시 받아 주세요.</p>
)
