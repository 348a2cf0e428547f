/** The event by which the app tells the page's early script that it answers presses from now on. */
export const TAKEN_OVER = 'ieum:taken-over'
