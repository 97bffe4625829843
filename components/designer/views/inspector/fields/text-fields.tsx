'use client'

import { Field } from '#components/ui/controls/field.tsx'
import { Input, Textarea } from '#components/ui/controls/input.tsx'
import type { FieldProps } from '../field-props.ts'
import { fieldWords } from '../field-words.tsx'
import { type Meaning, readText, showText, useDraft } from '../use-draft.ts'
import { readDuration, readNumber, showDuration } from '../values/read-value.ts'

type Show = Parameters<typeof useDraft>[1]

interface TextLikeProps extends FieldProps {
  readonly show: Show
  readonly read: (text: string) => Meaning
  readonly lines?: 'one' | 'grow'
  readonly inputMode?: 'numeric' | 'decimal'
}

function TextLike(props: TextLikeProps) {
  const { spec, value, problems, set, show, read, lines = 'one', inputMode, placeholder } = props
  const draft = useDraft(value, show, read, (next) => set(next), spec.blank)
  const shared = {
    value: draft.text,
    placeholder: placeholder ?? spec.placeholder ?? (spec.default === undefined ? '' : show(spec.default)),
    onBlur: draft.finish,
    className: lines === 'grow' ? 'min-h-7.5 resize-none [field-sizing:content]' : '',
  }
  return (
    <Field label={spec.label} required={spec.required ?? false} {...fieldWords({ spec, problems }, draft.error)}>
      {(control) =>
        lines === 'one' ? (
          <Input
            {...control}
            {...shared}
            {...(inputMode ? { inputMode } : {})}
            autoComplete="off"
            onChange={(event) => draft.change(event.target.value)}
          />
        ) : (
          <Textarea {...control} {...shared} rows={1} onChange={(event) => draft.change(event.target.value)} />
        )
      }
    </Field>
  )
}

export const TextField = (props: FieldProps) => <TextLike {...props} show={showText} read={readText} />
export const LongTextField = (props: FieldProps) => <TextLike {...props} show={showText} read={readText} lines="grow" />
export const NumberField = (props: FieldProps) => (
  <TextLike {...props} show={showText} read={(text) => readNumber(text, false, bounds(props))} inputMode="decimal" />
)
export const IntegerField = (props: FieldProps) => (
  <TextLike {...props} show={showText} read={(text) => readNumber(text, true, bounds(props))} inputMode="numeric" />
)
export const DurationField = (props: FieldProps) => (
  <TextLike
    {...props}
    show={showDuration}
    read={(text) => readDuration(text, props.spec.templated ?? false, bounds(props))}
  />
)
const bounds = ({ spec }: FieldProps): { min?: number; max?: number } => ({
  ...(spec.min === undefined ? {} : { min: spec.min }),
  ...(spec.max === undefined ? {} : { max: spec.max }),
})
