export const HISTORY = '/mypage/payment-history'

export const historyPath = (page: number) => `${HISTORY}?page=${page}`

export const orderPath = (orderId: string) => `${HISTORY}/order?orderId=${encodeURIComponent(orderId)}`

export const contractPath = (orderId: string) => `${HISTORY}/contract?orderId=${encodeURIComponent(orderId)}`
