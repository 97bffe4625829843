import { useId } from 'react'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'

export interface TickProps {
  label: string
  about?: string
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

/** A checkbox with its label, and a few words on what it means. */
export function Tick({ label, about, checked, disabled = false, onChange }: TickProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <Checkbox
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
        {...(about ? { 'aria-describedby': `${id}-about` } : {})}
      />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {about && (
          <span id={`${id}-about`} className="text-small text-muted wrap-anywhere">
            {about}
          </span>
        )}
      </span>
    </div>
  )
}
