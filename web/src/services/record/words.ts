/** What is on record, in the words of the FAQ, the terms and the privacy policy. A test of the texts reads it from here. */
export const RECORDED =
  '접속 기록에는 기기, 배정된 IP, 접속한 기기의 IP(암호화), 시작과 종료 시각, 주고받은 데이터의 양이 남습니다.'

export const NOT_RECORDED = '방문한 사이트와 통신 내용은 기록하지 않습니다.'

export const kept = (usageMonths: number, sessionMonths: number) =>
  `시간별 데이터의 양은 기록한 달의 마지막 날부터 ${usageMonths}개월, 접속 기록은 ${sessionMonths}개월 보관한 뒤 달마다 한꺼번에 파기합니다.`
