import type { ReactNode } from 'react'
import { WithCode } from '#components/ui/text/with-code.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'
import type { FieldProps } from './field-props.ts'

interface FieldWords {
  readonly error?: string
  readonly hint?: ReactNode
  /** What the field is for. */
  readonly help?: string
}

/** The words at a field: its own refusal or an error in red, else a warning; and the catalogue's help. */
export function fieldWords(
  { spec, problems }: Pick<FieldProps, 'spec' | 'problems'>,
  refusal: string | null = null,
  about?: string,
): FieldWords {
  const help = about ?? spec.help
  if (refusal !== null) return { error: refusal, help }
  const wrong = problems.find(({ severity }) => severity === 'error')
  // The message repeats the help for other places, so the field shows shorter words.
  if (wrong?.code === 'KEY_MISSING') return { error: viewsInspectorTexts.required, help }
  if (wrong !== undefined) return { error: wrong.message, help }
  if (problems.some(({ severity }) => severity === 'info')) return { hint: <ToDo />, help }
  const warning = problems.find(({ severity }) => severity === 'warning')?.message
  if (warning === undefined) return { help }
  return {
    help,
    hint: (
      <span className="text-human">
        <WithCode text={warning} />
      </span>
    ),
  }
}

const ToDo = () => <span className="font-medium text-active">{viewsInspectorTexts.required}</span>

/** The words under a field of several controls; its help is read out, and shown by the sign at its name. */
export function Words({ error, hint, help, helpId }: FieldWords & { readonly helpId?: string }) {
  return (
    <>
      {error !== undefined && (
        <p className="text-small text-failed wrap-anywhere">
          <WithCode text={error} />
        </p>
      )}
      {hint && <p className="text-small text-muted wrap-anywhere">{hint}</p>}
      {help && (
        <p id={helpId} className="sr-only">
          {help}
        </p>
      )}
    </>
  )
}
