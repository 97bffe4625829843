import { HelpSign } from '#components/ui/controls/field.tsx'
import type { FieldProps } from '../field-props.ts'

/** The name of a field of several controls, with the sign of what the field is for. */
export function FieldLegend({ spec }: Pick<FieldProps, 'spec'>) {
  return (
    <legend className="pb-1">
      <span className="inline-flex items-center gap-1 text-label text-muted">
        {spec.label}
        <HelpSign help={spec.help} />
      </span>
    </legend>
  )
}
