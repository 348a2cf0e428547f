import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../frame/button'
import { API } from '../frame/calls'
import { ColumnsMenu } from '../frame/columns-menu'
import { DataTable, type TableOf } from '../frame/data-table'
import { Failure, Unloaded } from '../frame/failure'
import { type Filter, sentFor } from '../frame/filter'
import { FilterBar } from '../frame/filter-bar'
import { countOf, Pager } from '../frame/pager'
import { listQuery } from '../frame/queries'
import { useDefaultView } from '../frame/saved-views'
import { ScreenHead } from '../frame/screen-head'
import { type Selection, type Ticks, useSelection } from '../frame/selection'
import { SelectionBar } from '../frame/selection-bar'
import { Sheet } from '../frame/sheet'
import { TableSkeleton } from '../frame/table-skeleton'
import { useListAddress } from '../frame/use-list-address'
import { type GivenView, Views } from '../frame/views'
import { ExportButton } from './export-button'

export interface ListScreenProps<Row> extends TableOf<Row> {
  title: string
  /** The list's call. Behind `/api/v1/console/` it is the name of the screen for saved views and exports, too. */
  path: string
  filters?: Filter[]
  /** Views that everybody has beside “all of them”, or in its place where one of them has no query. */
  views?: GivenView[]
  /** What the words of the search field are looked for in. */
  search?: string
  /** Says what would be here and how to get it. */
  empty: ReactNode
  /** What stands between the title and the list. */
  above?: ReactNode
  /** What stands beside the title: buttons for what can be made here. */
  actions?: ReactNode
  /** What can be done with ticked rows; `query` are the filters of the whole set. */
  bulk?: (selection: Selection, query: string, clear: () => void) => ReactNode
  /** What the sheet of a row shows. A row that is not on this page is fetched by the sheet itself, so it may be `undefined`. */
  sheet: (id: string, row: Row | undefined) => ReactNode
  sheetTitle: (id: string, row: Row | undefined) => string
  /** Its file has personal data in full. */
  isPersonal?: boolean
  /** No export button: nothing leaves the console from here. */
  isKeptHere?: boolean
  /** Loaded anew every half minute, for whoever watches it. */
  isWatched?: boolean
}

/** A list as every screen has it: title and count, views, filters, table, pages, and the sheet of one row. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const {
    title,
    path,
    filters = [],
    views,
    search,
    empty,
    above,
    actions,
    bulk,
    sheet,
    sheetTitle,
    isKeptHere,
    isPersonal = false,
    isWatched = false,
    ...table
  } = props
  const address = useListAddress()
  const screen = path.replace(`${API}/`, '')
  const query = useQuery({
    ...listQuery<Row>(path, sentFor(filters, address.sent)),
    refetchInterval: isWatched && 30_000,
  })
  const ticks: Ticks = useSelection(address.filtered)
  const isArriving = useDefaultView(screen, address)
  const data = isArriving ? undefined : query.data
  const filtered = sentFor(filters, address.filtered)
  const count = data ? countOf(data) : ''
  const open = data?.items.find((row) => table.idOf(row) === address.open)
  // A row may leave the list by what is done in its sheet, which keeps its title.
  const [before, setBefore] = useState(open)
  if (open && open !== before) setBefore(open)
  const named = open ?? (before && table.idOf(before) === address.open ? before : undefined)

  return (
    <>
      <ScreenHead title={title} count={count}>
        {!isKeptHere && data && <ExportButton screen={screen} query={filtered} isPersonal={isPersonal} />}
        {actions}
      </ScreenHead>
      {above}
      <Views screen={screen} address={address} given={views} />
      <div className="my-3 flex items-start justify-between gap-2">
        <FilterBar filters={filters} address={address} search={search} />
        <ColumnsMenu columns={table.columns} address={address} />
      </div>
      {query.isError && !data ? (
        <Unloaded query={query} />
      ) : (
        <>
          {query.isError && <Failure error={query.error} />}
          <DataTable
            {...table}
            rows={data?.items ?? []}
            address={address}
            ticks={bulk ? ticks : undefined}
            isStale={query.isPlaceholderData}
          >
            {!data && <TableSkeleton label={title} />}
            {data?.items.length === 0 && (
              <div className="px-4 py-12 text-center text-ink-2 text-small">
                {address.filtered || address.after ? (
                  <>
                    <p>조건에 맞는 것이 없습니다.</p>
                    <Button kind="text" onClick={() => address.show('')}>
                      조건 모두 빼고 보기
                    </Button>
                  </>
                ) : (
                  empty
                )}
              </div>
            )}
          </DataTable>
          {bulk && data && (
            <SelectionBar ticks={ticks} count={count}>
              {bulk(ticks.selection, filtered, ticks.clear)}
            </SelectionBar>
          )}
          {data && <Pager next={data.next} address={address} />}
        </>
      )}
      {address.open && (
        <Sheet
          key={address.open}
          title={sheetTitle(address.open, named)}
          page={named && table.pageOf?.(named)}
          onClose={() => address.openRow(null)}
        >
          {sheet(address.open, open)}
        </Sheet>
      )}
    </>
  )
}
