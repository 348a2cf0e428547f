/** Worded so that it does not reveal whether there is such a member. */
export const IF_THERE_IS = '입력하신 정보와 일치하는 회원이 있으면 안내를 발송해 드립니다.'

export const TYPE_CODE = '이메일로 받은 숫자 6자리를 입력해 주세요.'
