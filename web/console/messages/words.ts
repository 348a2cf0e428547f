/** Why a message was given up, as the outbox names it; any other is the code of whoever was to deliver it. */
const REFUSALS: Record<string, string> = {
  too_late: '인증번호가 만료된 뒤라 보내지 않았습니다.',
  no_sms_account: '문자 발송 계정이 연결되어 있지 않습니다. 설정에서 연결해 주세요.',
  member_left: '회원이 탈퇴해 보내지 않았습니다.',
  overtaken: '보내기 전에 내용이 더는 맞지 않게 되어 취소했습니다.',
  budget: '오늘 이 수신자에게 보낸 것이 많아 보내지 않았습니다. 같은 내용은 회원의 마이페이지에 있습니다.',
  withdrawn: '보내기를 멈추면서 취소했습니다.',
}

export const refusalInWords = (code: string) =>
  REFUSALS[code] ?? `보내는 곳에서 받지 않았습니다. (코드 ${code})`

export const CHANNELS = { mail: '메일', sms: '문자' } as const

export const KINDS = { mail: '메일', sms: 'SMS', lms: 'LMS' } as const
