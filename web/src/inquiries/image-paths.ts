import { path } from '../api/path'

export const imagePath = (id: number) => path('/api/v1/inquiry-images/{image_id}', { image_id: id })
export const thumbnailPath = (id: number) =>
  path('/api/v1/inquiry-images/{image_id}/thumbnail', { image_id: id })
