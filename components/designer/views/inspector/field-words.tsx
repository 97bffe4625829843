import type { ReactNode } from 'react'
import { WithCode } from '#components/ui/text/with-code.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'
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
  if (refusal !== null) return { error: refusal }
  const wrong = problems.find(({ severity }) => severity === 'error')
  // The message repeats the help for other places, so the field shows shorter words.
  if (wrong?.code === 'KEY_MISSING') return { error: viewsInspectorTexts.required, hint: about ?? spec.help }
  if (wrong !== undefined) return { error: wrong.message }
  if (problems.some(({ severity }) => severity === 'info')) return { hint: <ToDo>{about ?? spec.help}</ToDo> }
  const warning = problems.find(({ severity }) => severity === 'warning')?.message
  return {
    hint:
      warning === undefined ? (
        (about ?? spec.help)
      ) : (
        <span className="text-human">
          <WithCode text={warning} />
        </span>
      ),
  }
}

function ToDo({ children }: { children: string }) {
  return (
    <>
      <span className="font-medium text-active">{viewsInspectorTexts.required}</span> {children}
    </>
  )
}

/** The words under a field of several controls. */
export function Words({ error, hint }: FieldWords) {
  return (
    <>
      {error !== undefined && (
        <p className="text-small text-failed wrap-anywhere">
          <WithCode text={error} />
        </p>
      )}
      {hint && <p className="text-small text-muted wrap-anywhere">{hint}</p>}
    </>
  )
}
