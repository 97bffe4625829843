'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { ControlProps } from '#components/ui/controls/field.tsx'
import { controlClasses, Textarea } from '#components/ui/controls/input.tsx'
import { useSession } from '../../model/session-context.tsx'
import { useFieldStep } from '../inspector/field-step.tsx'
import { usePicking, useValueTarget } from '../values/use-picking.ts'
import { ValueButton } from '../values/value-button.tsx'
import { ValuePicker } from '../values/value-picker.tsx'
import type { ExpressionKind } from './expression-help.ts'
import type { LineKey } from './expression-view.ts'
import { PreviewLine } from './preview-line.tsx'
import { useFieldView } from './use-field-view.ts'
import { useStepTypes } from './use-step-types.ts'

export interface ExpressionInputProps {
  readonly control: ControlProps
  readonly label: string
  readonly kind: ExpressionKind
  /** Whether the text may contain `{{ secrets.NAME }}`. */
  readonly hasSecrets?: boolean
  readonly value: string
  readonly placeholder?: string
  onChange(text: string): void
  onBlur(): void
  /** Enter and Escape, where they are not the completion's: for a field that stands alone, in no form. */
  onKey?(key: LineKey): void
  /** Whether the input takes the focus on mount, with all of its text selected. */
  begin?: boolean
  /** A smaller frame, and a place of its own for what it gives. */
  small?: boolean
}

/**
 * One expression, or a text with `{{ }}`: completed, checked and tried while it
 * is typed. A plain text field until CodeMirror has arrived; what is typed into
 * is not changed under the cursor.
 */
export function ExpressionInput(props: ExpressionInputProps) {
  const { control, label, value, placeholder, kind, onChange, onBlur, onKey, begin = false, small = false } = props
  const module = useViewModule()
  const step = useFieldStep()
  const [focused, setFocused] = useState(false)
  // Once there it stays: what moved away as the field is left would move what is just being clicked.
  const [tried, setTried] = useState(false)
  const [rich, setRich] = useState(module !== null)
  // An input that only begins with the focus is replaced before the user types.
  const [first] = useState(value)
  if (!rich && module !== null && (!focused || (begin && value === first))) setRich(true)
  const entered = () => {
    setFocused(true)
    setTried(true)
  }
  const left = () => {
    setFocused(false)
    onBlur()
  }
  return (
    <div className={small ? 'relative min-w-0' : 'grid min-w-0 gap-1'}>
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
          onKeyDown={(event) => {
            const key = keys[event.key]
            if (onKey === undefined || key === undefined) return
            event.preventDefault()
            onKey(key)
          }}
          ref={begin ? selectAll : undefined}
          className={
            small
              ? classNames('min-h-0 resize-none px-1.5 py-0 [field-sizing:content]', smallClasses)
              : 'min-h-7.5 resize-none font-mono text-code [field-sizing:content]'
          }
        />
      )}
      {tried && (
        <div
          className={
            small
              ? 'absolute top-full left-0 z-10 mt-1 w-max max-w-80 rounded-s border bg-surface px-1.5 py-0.5 shadow-high empty:hidden'
              : 'contents'
          }
        >
          <PreviewLine kind={kind} text={value} step={step} isWrong={control['aria-invalid'] === true} />
        </div>
      )}
    </div>
  )
}

const keys: Readonly<Record<string, LineKey>> = { Enter: 'enter', Escape: 'escape' }
const smallClasses = 'rounded-[6px] border-accent hover:border-accent font-mono text-[11px]/[18px] font-medium'

function selectAll(input: HTMLTextAreaElement | null): void {
  input?.focus()
  input?.select()
}

interface RichInputProps extends ExpressionInputProps {
  readonly create: typeof import('./expression-view.ts').createExpressionView
  onFocus(): void
}

function RichInput(props: RichInputProps) {
  const {
    control,
    label,
    kind,
    hasSecrets = false,
    value,
    placeholder = '',
    begin = false,
    small = false,
    create,
  } = props
  const { document } = useSession()
  const step = useFieldStep()
  const types = useStepTypes(step, hasSecrets)
  const picking = usePicking()
  const latest = useRef({ ...props, types, picking })
  latest.current = { ...props, types, picking }
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
          // The list of values has the focus for a moment; the field is still the one that is written in.
          left: () => {
            if (!latest.current.picking.isOpen.current) latest.current.onBlur()
          },
          slash: (at) => latest.current.picking.open(at),
          ...(latest.current.onKey === undefined ? {} : { key: (key) => latest.current.onKey?.(key) }),
          undo: () => document.undo(),
          redo: () => document.redo(),
        },
      ),
    [create, document, label, placeholder, form, expected],
  )
  const { parent, view } = useFieldView(make, value, control, begin)
  const insert = useValueTarget(parent, (path) => view.current?.insertValue?.(path))
  const closed = (byKey: boolean) => {
    picking.close()
    if (byKey) view.current?.focus()
    else latest.current.onBlur()
  }
  const pick = (path: string) => {
    picking.close()
    insert(path)
  }

  return (
    <div className="group/value relative min-w-0">
      {picking.at !== null && (
        <ValuePicker at={picking.at} step={step} hasSecrets={hasSecrets} onPick={pick} onClose={closed} />
      )}
      {!small && <ValueButton label={label} onOpen={picking.open} />}
      <div
        ref={parent}
        className={classNames(
          controlClasses,
          small
            ? // As wide as its text: what would be wider wraps.
              `px-0 [&_.cm-content]:!py-0 [&_.cm-line]:!px-1.5 [&_.cm-editor]:!text-[11px] [&_.cm-value-chip]:!px-0 ${smallClasses}`
            : 'min-h-7.5 pr-6 pl-0 focus-within:outline-2 focus-within:outline-accent',
          control['aria-invalid'] && 'border-failed',
        )}
      />
    </div>
  )
}

type ViewModule = typeof import('./expression-view.ts')

let arrived: ViewModule | null = null

/** CodeMirror comes when a field that needs it is shown; null until then. */
function useViewModule(): ViewModule | null {
  const [module, setModule] = useState(arrived)
  useEffect(() => {
    if (arrived !== null) return
    let gone = false
    const load = async () => {
      arrived = await import('./expression-view.ts')
      if (!gone) setModule(arrived)
    }
    // Without it the plain field does as well; the next one that is shown tries again.
    load().catch(() => undefined)
    return () => {
      gone = true
    }
  }, [])
  return module
}
