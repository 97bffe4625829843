'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { type ControlProps, Field } from '#components/ui/controls/field.tsx'
import { controlClasses, Textarea } from '#components/ui/controls/input.tsx'
import { useSession } from '../../../model/session-context.tsx'
import { useFieldView } from '../../expression/use-field-view.ts'
import { useStepTypes } from '../../expression/use-step-types.ts'
import type { FieldProps } from '../field-props.ts'
import { useFieldStep } from '../field-step.tsx'
import { fieldWords } from '../field-words.tsx'
import { type Draft, readText, showText, useDraft } from '../use-draft.ts'

type Create = typeof import('../../expression/script-view.ts').createScriptView

/** The lines of a script. CodeMirror with JavaScript comes when such a field is shown; a plain field until then. */
export function CodeField({ spec, value, problems, set }: FieldProps) {
  const draft = useDraft(value, showText, readText, (next) => set(next), spec.blank)
  const [create, setCreate] = useState<Create | null>(null)
  useEffect(() => {
    const load = async () => {
      const { createScriptView } = await import('../../expression/script-view.ts')
      setCreate(() => createScriptView)
    }
    // Without it the plain field does as well.
    load().catch(() => undefined)
  }, [])
  return (
    <Field label={spec.label} required={spec.required ?? false} {...fieldWords({ spec, problems }, draft.error)}>
      {(control) =>
        create === null ? (
          <Textarea
            {...control}
            rows={6}
            spellCheck={false}
            value={draft.text}
            onChange={(event) => draft.change(event.target.value)}
            onBlur={draft.finish}
            className="min-h-32 font-mono text-code"
          />
        ) : (
          <Lines control={control} label={spec.label} draft={draft} create={create} />
        )
      }
    </Field>
  )
}

interface LinesProps {
  control: ControlProps
  label: string
  draft: Draft
  create: Create
}

function Lines({ control, label, draft, create }: LinesProps) {
  const { document } = useSession()
  const types = useStepTypes(useFieldStep(), false)
  const latest = useRef({ draft, types })
  latest.current = { draft, types }
  const make = useCallback(
    (element: HTMLElement) =>
      create(element, latest.current.draft.text, label, {
        types: () => latest.current.types.types(),
        typed: (text) => latest.current.draft.change(text),
        left: () => latest.current.draft.finish(),
        undo: () => document.undo(),
        redo: () => document.redo(),
      }),
    [create, document, label],
  )
  const { parent } = useFieldView(make, draft.text, control)
  return (
    <div
      ref={parent}
      className={classNames(
        controlClasses,
        'h-auto w-0 min-w-full overflow-hidden px-0 focus-within:outline-2 focus-within:outline-accent',
        control['aria-invalid'] && 'border-failed',
      )}
    />
  )
}
