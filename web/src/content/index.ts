export { SupportFrame } from './support-frame'
