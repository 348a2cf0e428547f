export { AddressPlate } from './address-plate'
export { Devices } from './devices'
export { connectionQuery, planOfServiceQuery, serviceQuery, servicesQuery } from './queries'
export { lastDay, namesOf, period } from './words'
