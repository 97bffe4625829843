'use client'

import { useCallback, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { ControlProps } from '#components/ui/field.tsx'
import { controlClasses, Textarea } from '#components/ui/input.tsx'
import { useFieldStep } from '../inspector/field-step.tsx'
import { useSession } from '../session-context.tsx'
import type { ExpressionKind } from './expression-help.ts'
import { PreviewLine } from './preview-line.tsx'
import { useFieldView } from './use-field-view.ts'
import { useStepTypes } from './use-step-types.ts'
import { useViewModule } from './use-view-module.ts'

export interface ExpressionInputProps {
  readonly control: ControlProps
  readonly label: string
  readonly kind: ExpressionKind
  /** `{{ secrets.NAME }}` may stand in it. */
  readonly hasSecrets?: boolean
  readonly value: string
  readonly placeholder?: string
  onChange(text: string): void
  onBlur(): void
}

/**
 * One expression, or a text with `{{ }}`: completed, checked and tried while it
 * is typed. A plain text field until CodeMirror has arrived; what is typed into
 * is not changed under the cursor.
 */
export function ExpressionInput(props: ExpressionInputProps) {
  const { control, label, value, placeholder, kind, onChange, onBlur } = props
  const module = useViewModule()
  const step = useFieldStep()
  const [focused, setFocused] = useState(false)
  // Once there it stays: what moved away as the field is left would move what is just being clicked.
  const [tried, setTried] = useState(false)
  const [rich, setRich] = useState(module !== null)
  if (!rich && module !== null && !focused) setRich(true)
  const entered = () => {
    setFocused(true)
    setTried(true)
  }
  const left = () => {
    setFocused(false)
    onBlur()
  }
  return (
    <div className="grid min-w-0 gap-1">
      {rich && module !== null ? (
        <RichInput {...props} onFocus={entered} onBlur={left} create={module.createExpressionView} />
      ) : (
        <Textarea
          {...control}
          aria-label={label}
          rows={1}
          spellCheck={false}
          value={value}
          placeholder={placeholder}
          onFocus={entered}
          onBlur={left}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-7.5 resize-none font-mono text-code [field-sizing:content]"
        />
      )}
      {tried && <PreviewLine kind={kind} text={value} step={step} />}
    </div>
  )
}

interface RichInputProps extends ExpressionInputProps {
  readonly create: typeof import('./expression-view.ts').createExpressionView
  onFocus(): void
}

function RichInput(props: RichInputProps) {
  const { control, label, kind, hasSecrets, value, placeholder = '', create } = props
  const { document } = useSession()
  const types = useStepTypes(useFieldStep(), hasSecrets ?? false)
  const latest = useRef({ ...props, types })
  latest.current = { ...props, types }
  const { form, expected } = kind
  const make = useCallback(
    (element: HTMLElement) =>
      create(
        element,
        latest.current.value,
        { label, placeholder },
        {
          kind: { form, ...(expected === undefined ? {} : { expected }) },
          types: () => latest.current.types.types(),
          certainTypes: () => latest.current.types.certainTypes(),
          typed: (text) => latest.current.onChange(text),
          entered: () => latest.current.onFocus(),
          left: () => latest.current.onBlur(),
          undo: () => document.undo(),
          redo: () => document.redo(),
        },
      ),
    [create, document, label, placeholder, form, expected],
  )
  const parent = useFieldView(make, value, control)

  return (
    <div
      ref={parent}
      className={classNames(
        controlClasses,
        'min-h-7.5 px-0 focus-within:outline-2 focus-within:outline-accent',
        control['aria-invalid'] && 'border-failed',
      )}
    />
  )
}
