export { SupportFrame } from './support-frame'
export { SYSTEMS } from './systems'
