import { lazy, Suspense, useState } from 'react'
import type { Tunnel } from '../api/types'
import { Button } from '../ui/button'
import { Checkbox } from '../ui/checkbox'
import { copyOrSave } from '../ui/copy-button'
import { Fold } from '../ui/fold'
import { saveFile } from '../ui/save-file'
import { shareOrSave } from '../ui/share-file'
import { Skeleton } from '../ui/skeleton'
import type { OwnDevice } from './own-device'
import { Step, SwitchOn } from './setup-steps'
import { hasSmallPackets, linuxConf, wireguardConf, withSmallPackets } from './wireguard'
import { AppLink } from './wireguard-apps'

const QrCode = lazy(() => import('../ui/qr-code'))

export interface SetupWayProps {
  own: OwnDevice
  /** What the settings say, and the name of their file. */
  privateKey: string
  tunnel: Tunnel
  fileName: string
  /** The member now has the settings outside of this page. */
  onTaken: () => void
  /** Whether they can add further devices themselves; whoever was sent a link cannot. */
  hasAccount?: boolean
}

/** For the very device that shows this page: its store first, then the file; the QR code is for other devices. */
export function SetupHere({ hasAccount = true, ...props }: SetupWayProps) {
  const isComputer = props.own.word === '컴퓨터'
  return (
    <>
      <ol className="grid gap-6">
        <Step number={1} title={isComputer ? 'WireGuard 프로그램을 설치합니다' : 'WireGuard 앱을 설치합니다'}>
          <div>
            <AppLink system={props.own.system} />
            <p className="mt-2 text-caption text-ink-2">이미 설치하셨다면 다음으로 넘어가세요.</p>
          </div>
        </Step>
        <Step number={2} title={isComputer ? '설정 파일을 가져옵니다' : '설정 파일을 앱에 넣습니다'}>
          {isComputer ? <FileForComputer {...props} /> : <FileForApp {...props} />}
        </Step>
        <SwitchOn />
      </ol>
      <Fold framed title={isComputer ? '휴대폰·태블릿에서 찍기' : '다른 기기에서 찍기'}>
        <Code {...props} />
        <p className="mt-3 text-caption text-ink-2">
          이 {props.own.word} 대신 다른 기기에서 쓰실 때, 그 기기의 WireGuard 앱으로 찍으세요. 설정 하나는
          기기 한 대에서만 씁니다.
        </p>
      </Fold>
      {!isComputer && hasAccount && (
        <p className="text-caption text-ink-2">
          컴퓨터에서 쓰시려면 그 컴퓨터에서 로그인해 이용현황의 기기 추가로 설정 파일을 받으세요.
        </p>
      )}
    </>
  )
}

/** For a phone or tablet, set up from a computer: the QR code first; the file is for another computer. */
export function SetupElsewhere(props: SetupWayProps) {
  return (
    <>
      <ol className="grid gap-6">
        <Step number={1} title="휴대폰·태블릿에 WireGuard 앱을 설치합니다">
          <div className="flex flex-wrap gap-2">
            <AppLink system="android" />
            <AppLink system="ios" />
          </div>
        </Step>
        <Step number={2} title="앱의 더하기(+) 버튼에서 QR 코드를 골라 찍습니다">
          <Code {...props} />
        </Step>
        <SwitchOn />
      </ol>
      <Fold framed title="파일로 넣기">
        <FileForComputer {...props} tunnel={withSmallPackets(props.tunnel)} kind="quiet" />
      </Fold>
    </>
  )
}

/** Phones and tablets are in mobile networks, and cannot choose: they always get the packets that pass everywhere. */
const confForPhone = ({ privateKey, tunnel }: Pick<SetupWayProps, 'privateKey' | 'tunnel'>) =>
  wireguardConf(privateKey, withSmallPackets(tunnel))

const Code = (props: SetupWayProps) => (
  <Suspense fallback={<Skeleton className="size-60" />}>
    <QrCode text={confForPhone(props)} label="WireGuard 설정 QR 코드" />
  </Suspense>
)

/** The app for Android takes no shared files, and Chrome shares none of this kind: there the file is saved. */
function FileForApp({ own, fileName, onTaken, ...settings }: SetupWayProps) {
  const conf = confForPhone(settings)
  function save() {
    saveFile(fileName, conf)
    onTaken()
  }
  const share = async () => (await shareOrSave(fileName, conf)) && onTaken()
  const isAndroid = own.system === 'android'
  return (
    <div className="grid gap-2">
      <Button onClick={isAndroid ? save : share}>
        {isAndroid ? '설정 파일 내려받기' : '설정 파일 보내기'}
      </Button>
      <p className="text-caption text-ink-2">
        {isAndroid ? (
          <>
            받은 다음 WireGuard 앱에서 더하기(+) 버튼, <b>파일 또는 압축파일에서 불러오기</b>를 차례로 누르고
            다운로드 폴더의 <b>{fileName}</b> 파일을 고릅니다.
          </>
        ) : (
          <>
            열린 창에서 <b>WireGuard</b>를 고르면 앱에 들어갑니다. 보이지 않으면 <b>파일에 저장</b>한 뒤 앱의
            더하기(+) 버튼, <b>Create from file or archive</b>에서 고릅니다.
          </>
        )}
      </p>
    </div>
  )
}

function FileForComputer({
  privateKey,
  tunnel,
  fileName,
  onTaken,
  kind = 'main',
}: SetupWayProps & { kind?: 'main' | 'quiet' }) {
  const [isSmall, setSmall] = useState(false)
  const used = isSmall ? withSmallPackets(tunnel) : tunnel
  const conf = wireguardConf(privateKey, used)
  function save(text: string) {
    saveFile(fileName, text)
    onTaken()
  }
  const copy = async () => (await copyOrSave(conf, '설정을 복사했습니다.')) && onTaken()
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button kind={kind} className="max-sm:w-full" onClick={() => save(conf)}>
          .conf 내려받기
        </Button>
        <div className="flex flex-wrap max-sm:-ml-2">
          <Button kind="text" onClick={copy}>
            설정 복사
          </Button>
          <Button kind="text" onClick={() => save(linuxConf(privateKey, used))}>
            리눅스용 .conf
          </Button>
        </div>
      </div>
      <p className="text-caption text-ink-2">
        WireGuard에서 파일 가져오기를 누르고 다운로드 폴더의 <b>{fileName}</b> 파일을 고릅니다.
      </p>
      {!hasSmallPackets(tunnel) && <SmallPackets isChosen={isSmall} onChoose={setSmall} />}
    </div>
  )
}

/** For a computer on a path that loses large packets, such as a phone's hotspot. */
const SmallPackets = (props: { isChosen: boolean; onChoose: (isChosen: boolean) => void }) => (
  <Fold framed className="mt-1" title="일부 사이트만 안 열릴 때">
    <Checkbox
      label="작은 패킷으로 설정 받기 (MTU 1280)"
      checked={props.isChosen}
      onChange={(event) => props.onChoose(event.target.checked)}
    />
    <p className="text-caption text-ink-2">
      휴대폰 테더링처럼 큰 패킷을 버리는 인터넷에서는 연결은 되는데 일부 사이트나 큰 파일이 열리지 않습니다.
      체크한 뒤 설정을 다시 받아 WireGuard에서 바꿔 넣어 주세요.
    </p>
  </Fold>
)
