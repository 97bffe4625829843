import type { ReactNode } from 'react'
import type { FieldProps } from './field-props.ts'

interface FieldWords {
  readonly error?: string
  readonly hint?: ReactNode
}

/** The words under a field: its own refusal or an error in red, else a warning or the catalogue's help. */
export function fieldWords(
  { spec, problems }: Pick<FieldProps, 'spec' | 'problems'>,
  refusal: string | null = null,
  about?: string,
): FieldWords {
  const error = refusal ?? problems.find(({ severity }) => severity === 'error')?.message
  if (error !== undefined) return { error }
  const warning = problems.find(({ severity }) => severity !== 'error')?.message
  return { hint: warning === undefined ? (about ?? spec.help) : <span className="text-human">{warning}</span> }
}

/** The same under a field that is more than one control. */
export function Words({ error, hint }: FieldWords) {
  if (error !== undefined) return <p className="text-small text-failed">{error}</p>
  return hint ? <p className="text-small text-muted">{hint}</p> : null
}
