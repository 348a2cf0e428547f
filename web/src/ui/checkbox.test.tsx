import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ConsentCheckbox } from './checkbox'

test.each([undefined, '개인정보를 넘깁니다.'])(
  'an error stands between its box and the fold, not before the next box (%s)',
  (lead) => {
    render(
      <ConsentCheckbox label="이용약관 동의" {...(lead && { lead })} body="약관" error="동의해 주세요" />,
    )

    const error = screen.getByText('동의해 주세요')
    const follows = Node.DOCUMENT_POSITION_FOLLOWING
    expect(screen.getByRole('checkbox').compareDocumentPosition(error) & follows).toBeTruthy()
    if (lead) expect(screen.getByText(lead).compareDocumentPosition(error) & follows).toBeTruthy()
    expect(error.compareDocumentPosition(screen.getByText('내용 보기')) & follows).toBeTruthy()
  },
)
