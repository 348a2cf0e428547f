import { useState } from 'react'
import { plainDay } from '../../src/korean/dates'
import { Button } from '../frame/button'
import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { useMay } from '../frame/session'
import { useListAddress } from '../frame/use-list-address'
import { RegisterRequest } from './register-request'
import { Report } from './report'
import { RequestSheet } from './request-sheet'
import { Standing } from './standing'
import { type AuthorityRequest, BRANCHES, KINDS, optionsOf, REGISTER } from './words'

const COLUMNS: Column<AuthorityRequest>[] = [
  { key: 'documentNumber', label: '문서번호', cell: ({ documentNumber }) => documentNumber },
  { key: 'authority', label: '기관', cell: ({ authority }) => authority },
  { key: 'kind', label: '구분', cell: ({ kind }) => KINDS[kind] },
  { key: 'receivedOn', label: '받은 날', cell: ({ receivedOn }) => plainDay(receivedOn) },
  { key: 'peopleAsked', label: '요청 인원', cell: ({ peopleAsked }) => peopleAsked, isFigure: true },
  { key: 'state', label: '상태', cell: (request) => <Standing request={request} /> },
  { key: 'branch', label: '기관 구분', cell: ({ branch }) => BRANCHES[branch], isExtra: true },
  { key: 'registeredBy', label: '등록', cell: ({ registeredBy }) => registeredBy, isExtra: true },
]

const FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: '상태',
    options: [
      { value: 'waiting', label: '회신 전' },
      { value: 'answered', label: '회신함' },
      { value: 'void', label: '무효' },
    ],
  },
  { kind: 'select', name: 'kind', label: '구분', options: optionsOf(KINDS) },
  { kind: 'select', name: 'branch', label: '기관', options: optionsOf(BRANCHES) },
  { kind: 'dates', name: 'received', label: '받은 날', from: 'from', to: 'to' },
]

/** The register of what authorities asked for, and the report of half a year. */
export function Component() {
  const may = useMay()
  const address = useListAddress()
  const [isReporting, setReporting] = useState(false)
  return (
    <>
      <ListScreen<AuthorityRequest>
        title="수사기관 요청"
        label="수사기관 요청"
        path={REGISTER}
        columns={COLUMNS}
        filters={FILTERS}
        search="문서번호 앞부분"
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
        isKeptHere
      />
      {isReporting && <Report onClose={() => setReporting(false)} />}
      {address.query.has('register') && may('authorities.register') && (
        <RegisterRequest onClose={() => address.set({ register: null })} />
      )}
    </>
  )
}
