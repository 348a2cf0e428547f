import { memberPage, page } from '../pages/page'
import { serviceIn } from '../services/paths'
import { CERTIFICATES, certificateApi, certificatesApi, choicesApi, MY_IP, VERIFY } from './paths'

export const certificates = memberPage({
  path: CERTIFICATES,
  file: 'certificates/certificates',
  title: '이용 확인서',
  data: ({ page }) => ({ certificates: certificatesApi(page) }),
})

export const newCertificate = memberPage({
  path: `${CERTIFICATES}/new`,
  file: 'certificates/new-certificate',
  title: '이용 확인서 발급',
  data: ({ query, page }) => ({ choices: choicesApi(serviceIn(query), page) }),
})

/** The sheet that is printed. */
export const certificate = memberPage({
  path: `${CERTIFICATES}/:number`,
  file: 'certificates/certificate',
  title: '고정 IP 이용 확인서',
  subject: 'certificate',
  data: ({ params }) => ({ certificate: certificateApi(params.number) }),
})

/** The number comes in the fragment of the address or is typed, so that no server on the way is told. */
const verify = page({
  path: VERIFY,
  file: 'certificates/verify',
  title: '이용 확인서 조회',
  description:
    import.meta.env.SSR &&
    '고정 IP 이용 확인서의 번호나 QR 코드로, 서명된 IP 주소와 이용 기간, 명의자를 로그인 없이 확인합니다.',
})

/** Cached for everybody: the address is asked for by the browser alone. */
const myIp = page({
  path: MY_IP,
  file: 'certificates/my-ip',
  title: '내 IP 확인',
  description:
    import.meta.env.SSR &&
    '지금 접속하신 IP 주소가 무엇인지, 이음의 통신사 IP인지 확인하고, 이 IP로 접속했다는 서명된 증명을 받습니다.',
})

export const CERTIFICATE_PAGES = [certificates, newCertificate, certificate, verify, myIp]
