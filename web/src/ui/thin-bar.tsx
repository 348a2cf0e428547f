interface ThinBarProps {
  value: number
  max: number
  label: string
}

/** A bar as a `<progress>`, whose width needs no style attribute: the content security policy forbids those. */
export function ThinBar({ value, max, label }: ThinBarProps) {
  return <progress className="thin-bar" value={value} max={max} aria-label={label} />
}
