import { useState } from 'react'
import { DeclaredList } from '../desk/declared-list'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import { useListAddress } from '../frame/use-list-address'
import { RegisterRequest } from './register-request'
import { Report } from './report'
import { RequestSheet } from './request-sheet'
import { Standing } from './standing'
import type { AuthorityRequest } from './words'

const own = { outcome: (request: AuthorityRequest) => <Standing request={request} /> }

/** The register of what authorities asked for, and the report of half a year. */
export function Component() {
  const may = useMay()
  const address = useListAddress()
  const [isReporting, setReporting] = useState(false)
  return (
    <>
      <DeclaredList<AuthorityRequest>
        list="authorities"
        title="수사기관 요청"
        own={own}
        idOf={({ id }) => String(id)}
        empty={
          <p>
            아직 등록한 요청이 없습니다. 수사기관이 자료를 요청한 문서를 받으면 회신하기 전에 여기에 등록해
            주세요.
          </p>
        }
        actions={
          <>
            <Button kind="quiet" onClick={() => setReporting(true)}>
              반기 보고
            </Button>
            {may('authorities.register') && (
              <Button onClick={() => address.set({ register: '1' })}>요청 등록</Button>
            )}
          </>
        }
        sheetTitle={(id, request) => request?.documentNumber ?? `요청 ${id}`}
        sheet={(id) => <RequestSheet id={Number(id)} />}
      />
      {isReporting && <Report onClose={() => setReporting(false)} />}
      {address.query.has('register') && may('authorities.register') && (
        <RegisterRequest onClose={() => address.set({ register: null })} />
      )}
    </>
  )
}
