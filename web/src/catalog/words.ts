/** The carrier to show beside the name of a plan; empty if that already contains it. */
export const carrierBeside = (planName: string, carrier: string) =>
  planName.includes(carrier) ? '' : carrier
