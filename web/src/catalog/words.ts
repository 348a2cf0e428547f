/** The carrier's name, or nothing where the plan's name already contains it. */
export const carrierBeside = (planName: string, carrier: string) =>
  planName.includes(carrier) ? '' : carrier
