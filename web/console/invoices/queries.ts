import type { Answer } from '../../src/api/path'

export type Invoice = Answer<'/api/v1/console/invoices'>['items'][number]
export type CashReceipt = Answer<'/api/v1/console/cash-receipts'>['items'][number]

export const INVOICES = '/api/v1/console/invoices'
