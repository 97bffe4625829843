'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { Callout } from '#components/ui/layout/callout.tsx'
import { findStep } from '../../algorithms/steps/find-step.ts'
import { useDocument, useFieldsView, useSelection, useSession } from '../../model/session-context.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'
import { EdgeInspector } from './edge-inspector.tsx'
import { findField } from './find-field.ts'
import { HelpLine } from './help-line.tsx'
import { SelectionInspector } from './selection-inspector.tsx'
import { StepInspector } from './step-inspector.tsx'
import { useFieldLink } from './use-field-link.ts'
import { WorkflowInspector } from './workflow-inspector.tsx'

/** The fields of what is selected; of the workflow itself when nothing is. */
export function Inspector() {
  const root = useRef<HTMLElement>(null)
  const broken = useDocument((document) => document.broken)
  useFieldRequest(root)
  const link = useFieldLink(root)
  return (
    <aside
      ref={root}
      aria-label={viewsInspectorTexts.fields}
      {...link}
      className="flex min-w-0 flex-1 flex-col bg-surface md:overflow-hidden md:border-l"
    >
      {broken && (
        <Callout tone="failed" className="m-3 mb-0">
          {viewsInspectorTexts.fixYAMLErrorsFirstThese}
        </Callout>
      )}
      <fieldset disabled={broken} className="contents">
        <legend className="sr-only">{viewsInspectorTexts.fieldsOfSelection}</legend>
        <Selected />
      </fieldset>
      <HelpLine />
    </aside>
  )
}

function Selected() {
  const steps = useSelection((selection) => selection.steps)
  const edges = useSelection((selection) => selection.edges)
  const notes = useSelection((selection) => selection.notes.size)
  const [step] = steps
  const [edge] = edges
  const known = useDocument(({ definition }) => step !== undefined && findStep(definition, step) !== null)
  const key = useStepKey(step)
  if (notes === 0 && steps.size === 1 && step !== undefined && known) return <StepInspector key={key} step={step} />
  if (steps.size + edges.size > 1 || notes > 0) return <SelectionInspector />
  if (edge !== undefined) return <EdgeInspector edge={edge} />
  return <WorkflowInspector />
}

/** Another step gets fields of its own; one that was only renamed keeps its fields, and with them the focus. */
function useStepKey(step: string | undefined): number {
  const { deferred } = useSession()
  const shown = useRef({ step, key: 0 })
  if (shown.current.step !== step) {
    const { renamed } = deferred.document.getState().change ?? {}
    const same = renamed !== undefined && renamed.from === shown.current.step && renamed.to === step
    shown.current = { step, key: same ? shown.current.key : shown.current.key + 1 }
  }
  return shown.current.key
}

/** Text inputs take precedence over the buttons around them. */
const typing = 'input:not([disabled]),textarea:not([disabled]),[contenteditable="true"]'
const focusable = `${typing},button:not([disabled]),[role="combobox"]`

/** Focuses the requested field: the one whose `data-field` is the longest prefix of the path. */
function useFieldRequest(root: RefObject<HTMLElement | null>): void {
  const { view } = useSession()
  const request = useFieldsView((view) => view.fieldRequest)
  useEffect(() => {
    if (request === null) return
    // The tab that contains the field renders with this request; its content is there a frame later.
    const frame = requestAnimationFrame(() => {
      const field = findField(root.current, request.path)
      const control = field?.querySelector<HTMLElement>(typing) ?? field?.querySelector<HTMLElement>(focusable)
      field?.scrollIntoView({ block: 'nearest' })
      control?.focus()
      if (control instanceof HTMLInputElement) control.select()
      view.met('fieldRequest')
    })
    return () => cancelAnimationFrame(frame)
  }, [request, root, view])
}
