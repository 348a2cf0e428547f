import { path } from '../api/path'

export const PROVIDER_KEYS_API = path('/api/v1/pg/{pg_name}', { pg_name: 'toss' })
