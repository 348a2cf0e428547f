import { expect, test } from 'vitest'
import { tableIn, withoutColumns } from './written-table'

const HTML = `<p>앞</p>
<div class="table-scroll" role="region" tabindex="0" aria-label="표 1"><table>
<thead>
<tr>
<th scope="col"></th>
<th scope="col">고정 <strong>IP</strong></th>
<th scope="col" align="right">유동 IP</th>
</tr>
</thead>
<tbody>
<tr>
<td>주소</td>
<td><a href="/guide">하나</a></td>
<td align="right">여럿</td>
</tr>
<tr>
<td>변경</td>
<td></td>
<td align="right">바뀜</td>
</tr>
</tbody>
</table></div>
<p>뒤</p>`

test('a table is split into its cells and the HTML around it', () => {
  expect(tableIn(HTML)).toEqual({
    before: '<p>앞</p>',
    after: '<p>뒤</p>',
    head: ['', '고정 <strong>IP</strong>', '유동 IP'],
    rows: [
      ['주소', '<a href="/guide">하나</a>', '여럿'],
      ['변경', '', '바뀜'],
    ],
  })
})

test.each(['', '<p>표가 없는 글</p>'])('%j contains no table', (html) => expect(tableIn(html)).toBeNull())

test('columns are removed by name, whatever is bold in it', () => {
  const table = tableIn(HTML)
  if (!table) throw new Error('there is a table')

  expect(withoutColumns(table, ['고정 IP'])).toMatchObject({
    head: ['', '유동 IP'],
    rows: [
      ['주소', '여럿'],
      ['변경', '바뀜'],
    ],
  })
  expect(withoutColumns(table, ['없는 이름'])).toEqual(table)
})
