export const inquiriesPath = (page: number) => `/support/inquiry?page=${page}`

export const NEW_INQUIRY = '/support/inquiry/new'

export const inquiryPath = (id: number) => `/support/inquiry/${id}`

export const imagePath = (id: number) => `/api/v1/inquiry-images/${id}`
export const thumbnailPath = (id: number) => `${imagePath(id)}/thumbnail`
