'use client'

import { Info } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../overlay/tooltip.tsx'
import { WithCode } from '../text/with-code.tsx'

export interface ControlProps {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

export interface FieldProps {
  label: ReactNode
  /** A lighter note beside the label: `optional, 500 characters`. */
  note?: ReactNode
  hint?: ReactNode
  /** What the field is for: read out with the field, and shown by the sign (i) beside the label. */
  help?: string | undefined
  error?: string | undefined
  required?: boolean
  className?: string
  /** Receives the id and the ARIA links to hint and error. */
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error, wired together for screen readers. */
export function Field({ label, note, hint, help, error, required, className, children }: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`, help && `${id}-help`].filter(Boolean).join(' ')
  const control: ControlProps = {
    id,
    ...(error ? { 'aria-invalid': true as const } : {}),
    ...(described ? { 'aria-describedby': described } : {}),
  }
  return (
    <div className={classNames('grid min-w-0 grid-cols-1 content-start gap-1', className)}>
      <div className="flex items-center gap-1">
        <label htmlFor={id} className="text-label text-muted">
          {label}
          {required && (
            <span className="text-failed" aria-hidden="true">
              {' *'}
            </span>
          )}
          {note && <span className="ml-1 font-normal text-faint"> {note}</span>}
        </label>
        {help && <HelpSign help={help} />}
      </div>
      {children(control)}
      {error && (
        <p id={`${id}-error`} className="text-small text-failed wrap-anywhere">
          <WithCode text={error} />
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-muted wrap-anywhere">
          {hint}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} hidden>
          {help}
        </p>
      )}
    </div>
  )
}

/** What a field is for, while the pointer rests on the sign. The keyboard finds it with the field itself. */
export function HelpSign({ help }: { help: string }) {
  return (
    <Tooltip content={help} side="left">
      <span aria-hidden="true" className="inline-block text-faint hover:text-ink [&_svg]:size-3">
        <Info />
      </span>
    </Tooltip>
  )
}
