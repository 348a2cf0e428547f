const PATHS = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'm6 9 6 6 6-6',
  check: 'M20 6 9 17l-5-5',
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.2 15.2 20 20',
}

/**
 * The few icons that most pages show. Lucide's component would add 1 kB to the first paint, so these are drawn here to
 * match Lucide's; all other icons come from Lucide.
 */
export function Icon({ name, className }: { name: keyof typeof PATHS; className: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
