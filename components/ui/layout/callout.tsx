import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { type Tone, toneClasses } from './tone.ts'
import { ToneIcon } from './tone-icon.tsx'

export interface CalloutProps {
  tone: Tone
  /** Replaces the icon of the tone. */
  icon?: ReactNode
  children: ReactNode
  actions?: ReactNode
  className?: string
  /** The callout is announced at once: for a new failure. */
  alert?: boolean
}

/** An important sentence, in the colour of its status. */
export function Callout({ tone, icon, children, actions, className, alert }: CalloutProps) {
  return (
    <div
      {...(alert ? { role: 'alert' } : {})}
      className={classNames(
        'flex items-start gap-2.5 rounded-m border border-[color-mix(in_srgb,var(--tone)_35%,var(--color-line))] bg-tone-soft px-3 py-2',
        toneClasses[tone],
        className,
      )}
    >
      {icon || tone === 'idle' ? (
        <span aria-hidden="true" className="mt-0.75 text-tone [&_svg]:size-3.5">
          {icon ?? <Info />}
        </span>
      ) : (
        <ToneIcon tone={tone} className="mt-0.75 size-3.5 text-tone" />
      )}
      <div className="min-w-0 flex-1">{children}</div>
      {actions}
    </div>
  )
}
