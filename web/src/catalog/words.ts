/** Who runs the line, where the plan's own name does not say it. */
export const carrierBeside = (planName: string, carrier: string) =>
  planName.includes(carrier) ? '' : carrier
