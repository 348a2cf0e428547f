import { Fragment } from 'react'

/** A number in its groups, which are not broken in the middle. */
export const CertificateNumber = ({ number }: { number: string }) => (
  <span className="figures">
    {number.split('-').map((group, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: groups may be alike, and never change their places
      <Fragment key={index}>
        {index > 0 && (
          <>
            -<wbr />
          </>
        )}
        {group}
      </Fragment>
    ))}
  </span>
)
