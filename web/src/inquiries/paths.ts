import { path } from '../api/path'

export const inquiriesPath = (page: number) => `/support/inquiry?page=${page}`

export const NEW_INQUIRY = '/support/inquiry/new'

export const inquiryPath = (id: number) => `/support/inquiry/${id}`

export const inquiryApi = (id: number | string) => path('/api/v1/inquiries/{inquiry_id}', { inquiry_id: id })
