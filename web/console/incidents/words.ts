export { STEPS } from '../../generated/words/incidents'
